package shardsh.lesson;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What is done in the lessons, as questions and changes; kept in a file, if there is one. */
public final class Progress {
  private final Optional<ProgressFile> file;
  private Optional<String> origin = Optional.empty();
  private BsonDocument unkept = new BsonDocument("lessons", new BsonDocument());

  /**
   * @param file empty: for this session only
   */
  public Progress(Optional<ProgressFile> file) {
    this.file = file;
  }

  /** The whole, as the file has it. */
  public BsonDocument all() {
    return file.map(ProgressFile::read).orElse(unkept);
  }

  private void update(Consumer<BsonDocument> change) {
    if (file.isPresent()) {
      file.get().update(change);
    } else {
      change.accept(unkept);
    }
  }

  /** The language that was chosen last. */
  public Optional<String> locale() {
    BsonValue locale = all().get("locale");
    return locale != null && locale.isString()
        ? Optional.of(locale.asString().getValue())
        : Optional.empty();
  }

  /** Keeps the language. */
  public void chooseLocale(String locale) {
    update(all -> all.put("locale", new BsonString(locale)));
  }

  /** {@code new}, {@code in-progress} or {@code done}. */
  public String state(String lesson) {
    BsonValue state = of(lesson).get("state");
    return state != null && state.isString() ? state.asString().getValue() : "new";
  }

  /** What is kept of a lesson; empty when it was never begun. */
  public BsonDocument of(String lesson) {
    BsonValue found = all().getDocument("lessons").get(lesson);
    return found != null && found.isDocument() ? found.asDocument() : new BsonDocument();
  }

  /** Ids of the steps of a list ({@code passed}, {@code skipped}) of a lesson. */
  public List<String> steps(String lesson, String list) {
    List<String> ids = new ArrayList<>();
    BsonValue found = of(lesson).get(list);
    if (found != null && found.isArray()) {
      found.asArray().stream()
          .filter(BsonValue::isString)
          .forEach(id -> ids.add(id.asString().getValue()));
    }
    return ids;
  }

  /** The lesson to go on with, if one was left. */
  public Optional<String> resumable() {
    return resume("lesson").filter(BsonValue::isString).map(id -> id.asString().getValue());
  }

  /** The file of the lesson to go on with, if it is none of the course. */
  public Optional<String> resumableFile() {
    return resume("file").filter(BsonValue::isString).map(path -> path.asString().getValue());
  }

  /** The file of the lesson that is gone through from now on; empty for one of the course. */
  public void comesFrom(Optional<String> file) {
    origin = file.map(path -> Path.of(path).toAbsolutePath().normalize().toString());
  }

  private Optional<BsonValue> resume(String field) {
    BsonValue resume = all().get("resume");
    return resume != null && resume.isDocument()
        ? Optional.ofNullable(resume.asDocument().get(field))
        : Optional.empty();
  }

  /** What was typed in the lesson that was left, in order. */
  public List<String> journal() {
    List<String> lines = new ArrayList<>();
    resume("journal")
        .filter(BsonValue::isArray)
        .ifPresent(
            list ->
                list.asArray().stream()
                    .filter(BsonValue::isString)
                    .forEach(line -> lines.add(line.asString().getValue())));
    return lines;
  }

  /** Whether what was typed was typed in a lesson of that id with another text. */
  public boolean isOfOtherText(Lesson lesson) {
    return resume("sha256")
        .filter(kept -> !kept.equals(new BsonString(lesson.sha256())))
        .isPresent();
  }

  /** Keeps where a lesson stands. */
  public void at(Lesson lesson, String step, List<String> journal) {
    update(
        all -> {
          BsonDocument entry = entry(all, lesson);
          if (!new BsonString("done").equals(entry.get("state"))) {
            entry.put("state", new BsonString("in-progress"));
          }
          entry.put("step", new BsonString(step));
          BsonDocument resume =
              new BsonDocument("lesson", new BsonString(lesson.id()))
                  .append("sha256", new BsonString(lesson.sha256()))
                  .append("journal", new BsonArray(journal.stream().map(BsonString::new).toList()));
          origin.ifPresent(path -> resume.append("file", new BsonString(path)));
          all.put("resume", resume);
        });
  }

  /** A step was passed, or skipped. */
  public void stepEnded(Lesson lesson, String step, boolean skipped) {
    update(
        all -> {
          BsonDocument entry = entry(all, lesson);
          String list = skipped ? "skipped" : "passed";
          BsonArray ids = entry.isArray(list) ? entry.getArray(list) : new BsonArray();
          if (!ids.contains(new BsonString(step))) {
            ids.add(new BsonString(step));
          }
          entry.put(list, ids);
        });
  }

  /** One more of something for a step: {@code hints} or {@code attempts}. */
  public void count(Lesson lesson, String what, String step) {
    update(
        all -> {
          BsonDocument entry = entry(all, lesson);
          BsonDocument counts =
              entry.isDocument(what) ? entry.getDocument(what) : new BsonDocument();
          int before = counts.getNumber(step, new BsonInt32(0)).intValue();
          counts.put(step, new BsonInt32(before + 1));
          entry.put(what, counts);
        });
  }

  /** A guess was made. */
  public void predicted(Lesson lesson, String question, BsonValue given, boolean right) {
    update(
        all -> {
          BsonDocument entry = entry(all, lesson);
          BsonDocument guesses =
              entry.isDocument("predictions")
                  ? entry.getDocument("predictions")
                  : new BsonDocument();
          guesses.put(
              question,
              new BsonDocument("given", given).append("right", BsonBoolean.valueOf(right)));
          entry.put("predictions", guesses);
        });
  }

  /** The lesson was gone through to its end. */
  public void done(Lesson lesson, int commands) {
    update(
        all -> {
          BsonDocument entry = entry(all, lesson);
          entry.put("state", new BsonString("done"));
          entry.put("revision", new BsonInt32(lesson.revision()));
          BsonDocument best =
              entry.isDocument("best") ? entry.getDocument("best") : new BsonDocument();
          int before = best.getNumber("commands", new BsonInt32(Integer.MAX_VALUE)).intValue();
          best.put("commands", new BsonInt32(Math.min(before, commands)));
          entry.put("best", best);
          all.remove("resume");
        });
  }

  /** A lesson of the course is the one to go on with, from its beginning. */
  public void goesOnWith(String lesson) {
    update(all -> all.put("resume", new BsonDocument("lesson", new BsonString(lesson))));
  }

  /** Forgets where the learner was. */
  public void left() {
    update(all -> all.remove("resume"));
  }

  /** Forgets one lesson. */
  public void forget(String lesson) {
    update(all -> all.getDocument("lessons").remove(lesson));
  }

  /** Forgets everything but the language. */
  public void forgetAll() {
    update(
        all -> {
          all.put("lessons", new BsonDocument());
          all.remove("resume");
        });
  }

  /** Takes what another file says of lessons in addition. */
  public void merge(BsonDocument other) {
    update(all -> all.getDocument("lessons").putAll(other.getDocument("lessons")));
  }

  private static BsonDocument entry(BsonDocument all, Lesson lesson) {
    BsonDocument lessons = all.getDocument("lessons");
    if (!lessons.isDocument(lesson.id())) {
      lessons.put(lesson.id(), new BsonDocument("revision", new BsonInt32(lesson.revision())));
    }
    return lessons.getDocument(lesson.id());
  }
}
