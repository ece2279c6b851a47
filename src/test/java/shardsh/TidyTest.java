package shardsh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The walls between packages, banned calls and the fixed top level, read from the source text. */
class TidyTest {
  private static final Path MAIN = Path.of("src/main/java");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?([a-zA-Z0-9_.]+);", Pattern.MULTILINE);
  private static final List<String> ALWAYS = List.of("java.", "org.bson.");
  private static final List<String> TOP_LEVEL =
      List.of("pom.xml", "src", "lessons", "completions", "README.md", "LICENSE", "target");

  /** Packages whose folders below (expr/op, pipeline/stage …) count as the package itself. */
  private static final List<String> FOLDERS_BELOW =
      List.of(
          "core.expr", "core.pipeline", "core.mongod", "core.mongos", "core.configsvr", "script");

  private static final Map<String, List<String>> ARROWS = new LinkedHashMap<>();

  static {
    allow("core.base", "");
    allow("core.sim", "base");
    allow("core.bson", "base");
    allow("core.keys", "base bson");
    allow("core.sharding", "base bson keys");
    allow("core.trace", "base bson sim keys sharding");
    allow("core.expr", "base bson keys");
    allow("core.query", "base bson keys expr");
    allow("core.update", "base bson query expr");
    allow("core.pipeline", "base bson expr query keys");
    allow("core.storage", "base bson keys query");
    allow("core.plan", "base bson keys query expr storage");
    allow("core.rpc", "base bson sim trace sharding");
    allow(
        "core.configsvr",
        "base bson keys sharding sim trace expr query update pipeline storage plan rpc");
    allow(
        "core.mongod",
        "base bson keys sharding sim trace expr query update pipeline storage plan rpc");
    allow("core.mongos", "base bson keys sharding sim trace expr query update pipeline rpc");
    allow("core.balancer", "base bson keys sharding sim trace rpc");
    allow("core.snapshot", "base bson keys sharding");
    allow(
        "core.cluster",
        "base bson keys sharding sim trace expr query update pipeline storage plan rpc configsvr"
            + " mongod mongos balancer snapshot");
    allow("render", "base bson keys sharding snapshot trace");
    allow("lesson", "base bson keys sharding snapshot trace", "com.fasterxml.jackson.");
    allow(
        "js",
        "base bson cluster snapshot trace",
        "org.graalvm.polyglot.",
        "com.oracle.truffle.",
        "shardsh.render.");
    allow(
        "js.api",
        "base bson cluster snapshot trace",
        "org.graalvm.polyglot.",
        "shardsh.js.",
        "shardsh.render.");
    allow(
        "shell",
        "base bson cluster snapshot trace sharding",
        "shardsh.js.",
        "shardsh.js.api.",
        "shardsh.render.",
        "shardsh.lesson.");
    allow("script", "", "shardsh.shell.", "shardsh.render.", "shardsh.lesson.");
    allow("terminal", "", "shardsh.shell.", "shardsh.render.", "org.jline.");
    allow(
        "cli",
        "",
        "shardsh.shell.",
        "shardsh.script.",
        "shardsh.terminal.",
        "shardsh.lesson.",
        "shardsh.render.",
        "picocli.");
  }

  private static void allow(String name, String core, String... others) {
    List<String> allowed = new ArrayList<>(Arrays.asList(others));
    for (String part : core.split(" ")) {
      if (!part.isEmpty()) {
        allowed.add("shardsh.core." + part + ".");
      }
    }
    allowed.add("shardsh." + name + ".");
    ARROWS.put(name, allowed);
  }

  @Test
  void packagesImportOnlyWhatTheTableAllows() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path file : sources()) {
      String name = packageOf(file);
      List<String> allowed = ARROWS.get(name);
      if (allowed == null) {
        faults.add(file + ": package " + name + " is not in the table of TidyTest");
        continue;
      }
      Matcher matcher = IMPORT.matcher(Files.readString(file));
      while (matcher.find()) {
        String imported = matcher.group(1);
        if (ALWAYS.stream().noneMatch(imported::startsWith)
            && allowed.stream().noneMatch(prefix -> inPackage(imported, prefix))) {
          faults.add(
              file + ": package " + name + " may not import " + imported + "; allowed: " + allowed);
        }
      }
    }
    assertEquals(List.of(), faults);
  }

  /** Whether the class is directly in the package of that prefix (libraries: or below it). */
  private static boolean inPackage(String imported, String prefix) {
    if (!imported.startsWith(prefix)) {
      return false;
    }
    String rest = imported.substring(prefix.length());
    return !prefix.startsWith("shardsh.")
        || Character.isUpperCase(rest.charAt(0))
        || FOLDERS_BELOW.stream().anyMatch(flat -> prefix.equals("shardsh." + flat + "."));
  }

  @Test
  void bannedCallsStayOut() throws IOException {
    Map<String, String> everywhere = new LinkedHashMap<>();
    everywhere.put("\\bHashMap\\b", "LinkedHashMap or TreeMap");
    everywhere.put("\\bHashSet\\b", "LinkedHashSet or TreeSet");
    everywhere.put("\\bMap\\.(of|copyOf)\\(", "LinkedHashMap");
    everywhere.put("\\bSet\\.(of|copyOf)\\(", "LinkedHashSet or a List");
    everywhere.put("\\btoSet\\(", "toCollection(LinkedHashSet::new)");
    Map<String, String> core = new LinkedHashMap<>();
    core.put("Instant\\.now\\(", "SimClock");
    core.put("System\\.(currentTimeMillis|nanoTime)", "SimClock");
    core.put("new Random\\(|Math\\.random\\(", "SimRandom");
    core.put("UUID\\.randomUUID|new ObjectId\\(\\)", "IdSource");
    core.put("\\bThread\\b|\\.parallel\\(", "nothing: the core has no threads");
    List<String> faults = new ArrayList<>();
    for (Path file : sources()) {
      String name = packageOf(file);
      String text = Files.readString(file);
      report(file, text, everywhere, faults);
      if (name.startsWith("core.")) {
        report(file, text, core, faults);
      }
      if (!name.equals("cli") && !name.equals("terminal")) {
        Map<String, String> streams = new LinkedHashMap<>();
        streams.put("System\\.(out|err)\\b", "the output handed in by cli");
        report(file, text, streams, faults);
      }
    }
    assertEquals(List.of(), faults);
  }

  private static void report(
      Path file, String text, Map<String, String> banned, List<String> faults) {
    String code = text.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "");
    banned.forEach(
        (pattern, instead) -> {
          Matcher matcher = Pattern.compile(pattern).matcher(code);
          while (matcher.find()) {
            faults.add(file + ": " + matcher.group() + " is banned; use " + instead);
          }
        });
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    TreeSet<Path> folders = new TreeSet<>();
    for (Path file : sources()) {
      folders.add(file.getParent());
    }
    for (Path folder : folders) {
      assertTrue(
          Files.exists(folder.resolve("package-info.java")), folder + " has no package-info.java");
    }
  }

  /** The plugins that Maven binds by itself for a jar, in the versions of whoever installed it. */
  private static final List<String> BOUND_BY_MAVEN =
      List.of("clean", "resources", "compiler", "surefire", "jar", "install", "deploy", "site");

  @Test
  void pomPinsEveryPluginAndDependencyOnce() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("pom.xml"));
    List<String> faults = new ArrayList<>();
    List<String> plugins = pinned(pom, "plugin", faults);
    pinned(pom, "dependency", faults);
    for (String name : BOUND_BY_MAVEN) {
      if (!plugins.contains("maven-" + name + "-plugin")) {
        faults.add("pom.xml: maven-" + name + "-plugin runs in the version of the user's Maven");
      }
    }
    assertEquals(List.of(), faults);
  }

  /** The artifacts of all such elements; a missing, moving or second declaration is a fault. */
  private static List<String> pinned(Document pom, String kind, List<String> faults) {
    List<String> names = new ArrayList<>();
    NodeList elements = pom.getElementsByTagName(kind);
    for (int i = 0; i < elements.getLength(); i++) {
      String name = "";
      String version = "";
      for (Node part = elements.item(i).getFirstChild();
          part != null;
          part = part.getNextSibling()) {
        if (part.getNodeName().equals("artifactId")) {
          name = part.getTextContent().trim();
        } else if (part.getNodeName().equals("version")) {
          version = part.getTextContent().trim();
        }
      }
      if (!version.matches("[0-9].*|\\$\\{[a-z.]+\\.version}") || version.endsWith("-SNAPSHOT")) {
        faults.add("pom.xml: " + kind + " " + name + " has no fixed version: \"" + version + "\"");
      }
      if (names.contains(name)) {
        faults.add("pom.xml: " + kind + " " + name + " is declared twice");
      }
      names.add(name);
    }
    return names;
  }

  @Test
  void nothingExtraAtTheTopLevel() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("."))) {
      List<String> extra =
          entries
              .map(path -> path.getFileName().toString())
              .filter(name -> !name.startsWith(".") && !TOP_LEVEL.contains(name))
              .sorted()
              .toList();
      assertEquals(List.of(), extra);
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      return files.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static String packageOf(Path file) {
    String folder = MAIN.relativize(file.getParent()).toString().replace('/', '.');
    String name = folder.substring("shardsh.".length());
    return FOLDERS_BELOW.stream()
        .filter(flat -> name.startsWith(flat + "."))
        .findFirst()
        .orElse(name);
  }
}
