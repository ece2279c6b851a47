package shardsh.script;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.lesson.Course;
import shardsh.lesson.Fault;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonException;
import shardsh.lesson.LessonReader;
import shardsh.lesson.LessonTemplate;
import shardsh.lesson.NotThereException;
import shardsh.lesson.ProgressFile;
import shardsh.lesson.Statements;
import shardsh.lesson.Step;
import shardsh.shell.ExitStatus;

/** {@code shardsh author}: what people who write lessons can run. Each gives an exit status. */
public final class AuthorTools {
  private static final long LOOK_MILLIS = 200;

  private final Consumer<String> out;
  private final Consumer<String> progress;

  public AuthorTools(Consumer<String> out) {
    this(out, text -> {});
  }

  /**
   * @param progress takes, about five times a second, how far a long run has come
   */
  public AuthorTools(Consumer<String> out, Consumer<String> progress) {
    this.out = out;
    this.progress = progress;
  }

  /**
   * Says everything that is wrong or unwise with each file; one that cannot be read does not keep
   * the others from being looked at.
   */
  public int lint(List<String> files) {
    int status = ExitStatus.OK;
    try (ScriptLint scripts = new ScriptLint()) {
      for (String file : files) {
        try {
          status = Math.max(status, lint(place(file), scripts));
        } catch (NotThereException e) {
          out.accept(e.getMessage());
          status = ExitStatus.MISSING;
        }
      }
    }
    return status;
  }

  private int lint(Course.Place place, ScriptLint scripts) {
    List<Fault> faults = new ArrayList<>(new LessonReader().lint(place.text(), place.origin()));
    try {
      faults.addAll(scripts.faults(new LessonReader().read(place.text(), place.origin())));
    } catch (LessonException e) {
      // Its faults are among those already.
      assert !faults.isEmpty();
    }
    faults.forEach(fault -> out.accept(fault.toString()));
    if (faults.isEmpty()) {
      out.accept(place.origin() + ": good");
    }
    return faults.isEmpty() ? ExitStatus.OK : ExitStatus.BROKEN_FILE;
  }

  private static Course.Place place(String file) {
    if (!Course.isFile(file)) {
      return Course.builtIn().place(file);
    }
    try {
      return new Course.Place(file, Files.readString(Path.of(file), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new NotThereException("cannot read " + file + ": " + ScriptRunner.reason(e));
    }
  }

  /**
   * Has each lesson prove itself; says what came of them in their order.
   *
   * @param verbose whether to say what each wrong answer is told, too
   */
  public int test(List<String> files, boolean verbose) {
    boolean failed = false;
    try (LessonTests tests = new LessonTests()) {
      List<LessonTests.Begun> all = new ArrayList<>();
      files.forEach(file -> all.add(tests.begin(() -> read(file))));
      for (LessonTests.Begun test : all) {
        while (!test.isOverWithin(LOOK_MILLIS)) {
          long over = all.stream().filter(LessonTests.Begun::isOver).count();
          progress.accept(over + " of " + all.size() + " lessons");
        }
        LessonTests.Outcome done = test.get();
        done.faults().forEach(fault -> out.accept(fault.toString()));
        if (verbose) {
          done.replies().forEach(this::reply);
        }
        out.accept(done.summary());
        failed |= !done.faults().isEmpty();
      }
    }
    return failed ? ExitStatus.FAILED : ExitStatus.OK;
  }

  private void reply(LessonTester.Reply reply) {
    out.accept(reply.step() + ", wrong since " + reply.wrong().because() + ":");
    reply.messages().forEach(message -> out.accept("  " + message));
    if (reply.messages().isEmpty()) {
      out.accept("  (no message)");
    }
  }

  private static Lesson read(String file) {
    Course.Place place = place(file);
    return new LessonReader().read(place.text(), place.origin());
  }

  /** Writes a lesson to begin with, every field in comments. */
  public int template(String id) {
    String text = LessonTemplate.text(id);
    Path file = Path.of(id + ".lesson.yaml");
    if (Files.exists(file)) {
      out.accept(file + " is there already; nothing was written");
      return ExitStatus.FAILED;
    }
    try {
      Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new NotThereException("cannot write " + file + ": " + ScriptRunner.reason(e));
    }
    out.accept(file + " written; next: shardsh author test " + file);
    return ExitStatus.OK;
  }

  /** Lists texts that a language lacks. */
  public int untranslated(String locale, List<String> files) {
    int missing = 0;
    for (String file : files) {
      Course.Place place = place(file);
      for (Fault fault : new LessonReader().untranslated(place.text(), place.origin(), locale)) {
        out.accept(fault.toString());
        missing++;
      }
    }
    out.accept(
        missing == 0
            ? "every text has '" + locale + "'"
            : missing + " texts lack '" + locale + "'");
    return missing == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  /** Which statements of the curriculum are taught in which of the lessons. */
  public int coverage(List<String> files) {
    Map<String, List<String>> taught = new LinkedHashMap<>();
    Statements.ALL.forEach(id -> taught.put(id, new ArrayList<>()));
    for (String file : files) {
      Lesson lesson = read(file);
      for (String statement : lesson.teaches()) {
        taught.computeIfAbsent(statement, key -> new ArrayList<>()).add(lesson.id());
      }
    }
    long covered = taught.values().stream().filter(list -> !list.isEmpty()).count();
    taught.forEach(
        (id, lessons) ->
            out.accept(id + "  " + (lessons.isEmpty() ? "-" : String.join(", ", lessons))));
    out.accept(covered + " of " + Statements.ALL.size() + " statements are taught");
    return ExitStatus.OK;
  }

  /**
   * How the learners fared whose progress files are given, lesson by lesson.
   *
   * @throws NotThereException when a file cannot be read
   * @throws LessonException when one is no lesson, or no progress
   */
  public int fared(List<String> files, List<String> logs) {
    for (String file : files) {
      fared(read(file), logs);
    }
    return ExitStatus.OK;
  }

  private void fared(Lesson lesson, List<String> logs) {
    Map<String, int[]> counts = new TreeMap<>();
    int learners = 0;
    for (String log : logs) {
      BsonDocument entry = entry(log, lesson.id());
      learners += entry.isEmpty() ? 0 : 1;
      for (Step step : lesson.steps()) {
        int[] row = counts.computeIfAbsent(step.id(), key -> new int[4]);
        row[0] += has(entry, "passed", step.id()) ? 1 : 0;
        row[1] += has(entry, "skipped", step.id()) ? 1 : 0;
        row[2] += number(entry, "hints", step.id());
        row[3] += number(entry, "attempts", step.id());
      }
    }
    out.accept(lesson.id() + ": " + learners + " learners");
    for (Step step : lesson.steps()) {
      int[] row = counts.getOrDefault(step.id(), new int[4]);
      out.accept(
          "  "
              + step.id()
              + ": passed "
              + row[0]
              + ", skipped "
              + row[1]
              + ", hints "
              + row[2]
              + ", misses "
              + row[3]);
    }
  }

  private static BsonDocument entry(String log, String lesson) {
    try {
      BsonDocument all = ProgressFile.parse(Files.readString(Path.of(log), StandardCharsets.UTF_8));
      return all.getDocument("lessons").getDocument(lesson, new BsonDocument());
    } catch (IOException e) {
      throw new NotThereException("cannot read " + log + ": " + ScriptRunner.reason(e));
    } catch (IllegalArgumentException e) {
      throw new LessonException(
          List.of(
              new Fault(
                  log,
                  0,
                  "no progress file: " + e.getMessage(),
                  "write one with: shardsh progress export FILE")));
    }
  }

  private static boolean has(BsonDocument entry, String list, String step) {
    return entry.isArray(list)
        && entry.getArray(list).stream()
            .anyMatch(id -> id.isString() && id.asString().getValue().equals(step));
  }

  private static int number(BsonDocument entry, String map, String step) {
    return entry.isDocument(map)
        ? entry.getDocument(map).getNumber(step, new BsonInt32(0)).intValue()
        : 0;
  }
}
