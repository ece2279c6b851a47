package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Course;

/** The built executable, as a user starts it; nothing to test where it is not built yet. */
class ProgramTest {
  private static final long PATIENCE_SECONDS = 90;

  @TempDir static Path cache;

  @TempDir Path folder;

  private Path program;

  /** What a run left behind. */
  private record Run(int status, String out, String err) {}

  @BeforeEach
  void findProgram() {
    String built = System.getProperty("shardsh.program", "");
    assumeFalse(built.isEmpty());
    program = Path.of(built).toAbsolutePath();
  }

  @Test
  void worksThroughALinkFromAnyFolderWithSpacesInThePath() throws Exception {
    Path link = Files.createDirectory(folder.resolve("a b")).resolve("my shell");
    Files.createSymbolicLink(link, program);

    Run run = run(Map.of(), link.toString(), "-e", "1+1");
    Files.delete(link);

    assertEquals(new Run(0, "2\n", ""), run);
  }

  @Test
  void exportRunsTheScriptsAndWritesTheViewInBothForms() throws Exception {
    Path script = folder.resolve("one.js");
    Files.writeString(script, "db.orders.find({customerId: 470}).toArray(); print('ran')");
    Path page = folder.resolve("a page.html");
    Path text = folder.resolve("trace.mmd");
    String[] command = {
      program.toString(),
      "export",
      "--view",
      "trace",
      "--html",
      page.toString(),
      "--mermaid",
      text.toString(),
      script.toString()
    };

    Run run = run(Map.of(), command);

    assertEquals(new Run(0, "ran\nwrote " + page + "\nwrote " + text + "\n", ""), run);
    assertTrue(Files.readString(page).startsWith("<!DOCTYPE html>"), Files.readString(page));
    assertTrue(Files.readString(text).contains("  app->>m0: find\n"), Files.readString(text));
  }

  @Test
  void exportOfAScriptThatFailsWritesNothing() throws Exception {
    Path script = folder.resolve("bad.js");
    Files.writeString(script, "throw new Error('no')");
    Path page = folder.resolve("page.html");

    Run run = run(Map.of(), program.toString(), "export", "--html", "" + page, "" + script);

    assertEquals(1, run.status());
    assertTrue(Files.notExists(page));
  }

  @Test
  void exportSaysWhatItLacks() throws Exception {
    Run none = run(Map.of(), program.toString(), "export");
    Run empty = run(Map.of(), program.toString(), "export", "--view", "load", "--mermaid", "x");
    Run place = run(Map.of(), program.toString(), "export", "--html", "/nowhere/x.html");

    assertEquals(64, none.status());
    assertTrue(none.err().contains("export needs --html FILE or --mermaid FILE"), none.err());
    assertTrue(empty.status() != 0, empty.err());
    assertTrue(empty.err().contains("there is nothing to draw yet in show load"), empty.err());
    assertEquals(66, place.status());
    assertTrue(place.err().contains("ENOENT: no such file or directory"), place.err());
  }

  @Test
  void aPipedSessionIsRecordedAsItWouldHaveLookedAndTwiceTheSame() throws Exception {
    Path script = folder.resolve("in.js");
    Files.writeString(script, "'\\x1b[2J'\n[1,\n2]\n");
    Path first = folder.resolve("a.cast");
    Path second = folder.resolve("b.cast");

    for (Path file : List.of(first, second)) {
      String command = "'" + program + "' --record '" + file + "' < '" + script + "'";
      assertEquals("\u001b[2J\n[ 1, 2 ]\n", run(Map.of(), "sh", "-c", command).out());
    }

    String cast = Files.readString(first);
    assertTrue(cast.startsWith("{\"version\": 2, \"width\": 80, \"height\": 24"), cast);
    assertTrue(cast.contains("shop> [1,\\r\\n... 2]\\r\\n"), cast);
    assertTrue(cast.contains("\\\\x1B[2J\\r\\n"), cast);
    assertEquals(cast, Files.readString(second));
  }

  @Test
  void aRecordingThatCannotBeWrittenIsSaidBeforeAnythingRuns() throws Exception {
    Run run = run(Map.of(), program.toString(), "--record", "/nowhere/a.cast", "-e", "print(1)");

    assertEquals(new Run(66, "", "shardsh: cannot write /nowhere/a.cast: no such folder\n"), run);
  }

  @Test
  void withAsciiNothingElseIsWritten() throws Exception {
    Path input = folder.resolve("all.txt");
    Files.writeString(
        input,
        """
        help
        show cluster
        db.orders.aggregate([{$group: {_id: '$status'}}, {$sort: {_id: 1}}]).toArray()
        show pipeline
        why
        show trace
        sh.moveChunk('shop.orders', {customerId: 5}, 's9')
        sh.moveChunk('shop.orders', {customerId: 5}, 's1')
        show migrations
        console.table([{a: 1}])
        undo
        learn one-collection-many-shards
        next
        hint
        check
        solution
        bye
        progress
        """);
    String options = "' --ascii --keep-going --trace full < '" + input + "' 2>&1";
    Map<String, String> home = Map.of("SHARDSH_HOME", folder.toString());

    Run run = run(home, "sh", "-c", "'" + program + options);
    Run list = run(home, "sh", "-c", "'" + program + "' lessons --ascii");

    assertEquals("", (run.out() + list.out()).replaceAll("\\p{ASCII}", ""));
    assertTrue(run.out().contains("| (index) | a |"), run.out());
    assertTrue(list.out().contains("One collection, many shards  *"), list.out());
  }

  @Test
  void saysThatAFolderWithAColonInItsNameIsNoPlaceForIt() throws Exception {
    Path copy = Files.createDirectory(folder.resolve("a:b")).resolve("shardsh");
    Files.copy(program, copy, StandardCopyOption.COPY_ATTRIBUTES);

    Run run = run(Map.of(), copy.toString(), "-e", "1+1");
    Files.delete(copy);

    assertEquals(127, run.status());
    assertEquals(
        "shardsh: Java finds no program in a folder with a colon in its name: "
            + copy.getParent()
            + "\n",
        run.err());
  }

  @Test
  void javaJarDoesTheSame() throws Exception {
    String jar = program.resolveSibling("shardsh.jar").toString();

    assertEquals(
        new Run(0, "2\n", ""), run(Map.of(), ownJava().toString(), "-jar", jar, "-e", "1+1"));
    assertEquals(
        new Run(0, "2\n", ""),
        run(Map.of(), ownJava().toString(), "-jar", program.toString(), "-e", "1+1"));
  }

  @Test
  void theFirstRunHasAnArchiveMadeInTheCacheAndNowhereElse() throws Exception {
    List<Path> before = filesBesideTheProgram();
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", cacheOfAFirstRun().toString());

    assertEquals(1, archives(cache).size());
    assertEquals(new Run(0, "2\n", ""), run(environment, program.toString(), "-e", "2"));
    assertEquals(before, filesBesideTheProgram());
  }

  /** A Java that maps half an archive dies of it. */
  @Test
  void halfAnArchiveIsNotUsed() throws Exception {
    Path whole = archives(cacheOfAFirstRun()).get(0);
    Path archive = folder.resolve(cache.relativize(whole));
    Files.createDirectories(archive.getParent());
    Files.copy(whole, archive);
    archive.toFile().setWritable(true);
    try (FileChannel channel = FileChannel.open(archive, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() / 2);
    }
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", folder.toString());

    assertEquals(new Run(0, "2\n", ""), run(environment, program.toString(), "-e", "1+1"));
  }

  /**
   * A cache with the archive that a first run has made behind it, which takes seconds; for all
   * tests that change nothing in it. The run itself and one beside the making give what they
   * should.
   */
  private Path cacheOfAFirstRun() throws Exception {
    if (!archives(cache).isEmpty()) {
      return cache;
    }
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.toString());
    assertEquals(new Run(0, "1\n", ""), run(environment, program.toString(), "-e", "1"));
    Path place = Path.of(cache + "/shardsh" + program.toRealPath());
    try (WatchService watch = place.getFileSystem().newWatchService()) {
      place.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      assertEquals(0, run(environment, program.toString(), "--version").status());
      while (archives(cache).isEmpty()) {
        WatchKey changed = watch.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertNotNull(changed, "no archive is made");
        changed.reset();
      }
    }
    return cache;
  }

  @Test
  void aBrokenArchiveAndACacheThatCannotBeWrittenAreNotNoticed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Map<String, String> environment =
        Map.of("XDG_CACHE_HOME", file.toString(), "HOME", file.toString());

    assertEquals(new Run(0, "1\n", ""), run(environment, program.toString(), "-e", "1"));
  }

  @Test
  void everyJavaBesideThisOneRunsItWithoutAWarning() throws Exception {
    List<Path> homes;
    try (Stream<Path> entries =
        Files.list(Path.of(System.getProperty("java.home")).toRealPath().getParent())) {
      homes =
          entries
              .filter(home -> Files.isExecutable(home.resolve("bin/java")))
              .filter(home -> Files.exists(home.resolve("release")))
              .filter(home -> !Files.isSymbolicLink(home))
              .toList();
    }

    for (Path home : homes) {
      Map<String, String> environment = Map.of("JAVA_HOME", home.toString());
      assertEquals(
          new Run(0, "1\n", ""), run(environment, program.toString(), "-e", "1"), home.toString());
      assertEquals(
          new Run(0, "1\n", ""),
          run(Map.of(), home.resolve("bin/java").toString(), "-jar", program.toString(), "-e", "1"),
          home.toString());
    }
  }

  @Test
  void aMissingJavaIsSaid() throws Exception {
    Run run = run(Map.of("PATH", folder.toString(), "JAVA_HOME", ""), program.toString());

    assertEquals(127, run.status());
    assertTrue(run.err().startsWith("shardsh: Java is missing."), run.err());
  }

  @Test
  void anOldJavaIsSaid() throws Exception {
    Path bin = Files.createDirectories(folder.resolve("old/bin"));
    Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho ran\n");
    assertTrue(java.toFile().setExecutable(true));
    Files.writeString(folder.resolve("old/release"), "JAVA_VERSION=\"11.0.2\"\n");

    Run run = run(Map.of("JAVA_HOME", folder.resolve("old").toString()), program.toString());

    assertEquals(127, run.status());
    assertTrue(run.err().contains("Java 17 or newer"), run.err());
  }

  @Test
  void aReaderThatHasSeenEnoughEndsTheRunQuietly() throws Exception {
    String script = "'" + program + "' -e '\"x\\n\".repeat(1e6)' | head -1";

    assertEquals(new Run(0, "x\n", ""), run(Map.of(), "sh", "-c", script));
  }

  @Test
  void theExitStatusSaysWhatHappened() throws Exception {
    String self = program.toString();
    Path broken = Files.writeString(folder.resolve("broken.yaml"), "shards: {\n");
    Path script = Files.writeString(folder.resolve("throws.js"), "\nnothing.here\n");

    assertEquals(64, run(Map.of(), self, "--bogus").status());
    assertEquals(64, run(Map.of(), self, "nonsense").status());
    assertEquals(66, run(Map.of(), self, "missing.js").status());
    assertEquals(66, run(Map.of(), self, "--cluster", "nowhere", "-e", "db").status());
    assertEquals(65, run(Map.of(), self, "--cluster", broken.toString(), "-e", "db").status());
    assertEquals(7, run(Map.of(), self, "-e", "quit(7)").status());
    assertEquals(2, run(Map.of(), self, "--max-time-ms", "200", "-e", "for(;;);").status());
    Run failed = run(Map.of(), self, script.toString());
    assertEquals(1, failed.status());
    assertEquals(
        "ReferenceError: nothing is not defined\n  at "
            + script
            + ":2:1\n"
            + "  2 | nothing.here\n    | ^\n",
        failed.err());
  }

  @Test
  void recursionThatCatchesItsOwnOverflowEndsWithTheLimit() throws Exception {
    String text = "function f() { try { f() } catch (e) { f() } } f(); 5";

    assertEquals(
        new Run(
            2,
            "",
            "LimitReached: stopped after 500 ms; --max-time-ms sets the limit\n"
                + "hint: it could not be stopped and was left behind: the cluster is as before it,"
                + " JavaScript variables are gone\n"),
        run(Map.of(), program.toString(), "--max-time-ms", "500", "-e", text));
  }

  @Test
  void statementsAreLimitedWhereNobodyWatches() throws Exception {
    String self = program.toString();

    assertEquals(
        new Run(0, "12499997500000\n", ""),
        run(Map.of(), self, "-e", "let s = 0; for (let i = 0; i < 5e6; i++) { s += i } s"));
    Run stopped = run(Map.of(), self, "--max-statements", "1000", "-e", "print(1); for (;;);");
    assertEquals(2, stopped.status());
    assertEquals("1\n", stopped.out());
    assertTrue(stopped.err().contains("--max-statements sets the limit"), stopped.err());
  }

  @Test
  void nameThatTheSystemCannotWriteIsAFileThatIsNotThere() throws Exception {
    Map<String, String> plain = Map.of("LC_ALL", "C");
    for (String arguments :
        List.of("lessons é.yaml", "author lint é.yaml", "export --html é.html")) {
      Run run = run(plain, "sh", "-c", "'" + program + "' " + arguments);

      assertEquals(66, run.status(), run.err());
    }
  }

  @Test
  void recordingThatTheDiskDoesNotTakeIsNoBug() throws Exception {
    Run run = run(Map.of(), program.toString(), "--record", "/dev/full", "-e", "1");

    assertEquals(
        new Run(66, "", "shardsh: cannot write /dev/full: No space left on device\n"), run);
  }

  @Test
  void whatIsPipedInIsReadStatementByStatement() throws Exception {
    Path input = Files.writeString(folder.resolve("in"), "let a = [1,\n2]\na\n  .length\n");
    String script = "'" + program + "' < '" + input + "'";

    assertEquals(new Run(0, "\n2\n", ""), run(Map.of(), "sh", "-c", script));
  }

  @ParameterizedTest
  @ValueSource(strings = {"lint", "test"})
  void authorWithoutFilesTakesTheWholeCourseFromItsFirstLessonOn(String tool) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(program.toString(), "author", tool);
    builder.directory(folder.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    Process process = builder.start();
    List<String> found = new ArrayList<>();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null && found.size() < 2; line = out.readLine()) {
        found.add(line.substring(0, line.indexOf(':')));
        assertTrue(line.endsWith(": good"), line);
      }
    } finally {
      process.destroy();
    }
    List<String> ids = Course.builtIn().ids().subList(0, 2);

    assertEquals(
        tool.equals("test")
            ? ids
            : ids.stream().map(id -> Course.builtIn().place(id).origin()).toList(),
        found);
  }

  private Run run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    Path err = Files.createTempFile(folder, "err", "");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.toFile());
    builder.environment().putAll(new TreeMap<>(environment));
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(out.toFile());
    builder.redirectError(err.toFile());
    Process process = builder.start();
    assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "does not end");
    return new Run(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static List<Path> archives(Path cache) throws IOException {
    if (!Files.exists(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.toString().matches(".*\\.(jsa|aot)")).toList();
    }
  }

  private List<Path> filesBesideTheProgram() throws IOException {
    try (Stream<Path> files = Files.list(program.getParent())) {
      return new ArrayList<>(files.sorted().toList());
    }
  }

  @Test
  void theJarIsReadableDespiteTheHead() throws Exception {
    try (ZipFile zip = new ZipFile(program.toFile())) {
      assertNotNull(zip.getEntry("shardsh/cli/Main.class"));
    }
  }
}
