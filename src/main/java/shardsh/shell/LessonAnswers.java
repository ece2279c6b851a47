package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.lesson.AnswerText;
import shardsh.lesson.Lesson;
import shardsh.lesson.Predicates;
import shardsh.lesson.Question;
import shardsh.lesson.Step;

/** The answers given to the questions of a lesson, and their keys as far as they are known. */
public final class LessonAnswers {
  private final Lesson lesson;
  private final Map<String, BsonValue> keys = new LinkedHashMap<>();
  private final Map<String, String> brokenKeys = new LinkedHashMap<>();
  private final Map<String, BsonValue> given = new LinkedHashMap<>();
  private final Supplier<Predicates> asked;
  private final Notes notes;

  /** Takes note of an answer as predicates see it: {@code {given, right}}. */
  interface Notes {
    void answered(boolean isPrediction, String question, BsonDocument answer);
  }

  /**
   * @param asked evaluates keys as the cluster is at the moment
   * @param notes told of each answer, and again when its key is known
   */
  LessonAnswers(Lesson lesson, Supplier<Predicates> asked, Notes notes) {
    this.lesson = lesson;
    this.asked = asked;
    this.notes = notes;
  }

  /**
   * Keeps an answer to a question.
   *
   * @throws IllegalArgumentException if it does not have the form of one
   */
  public void give(Question question, String text) {
    given.put(question.id(), AnswerText.read(question, text));
    tell(question);
  }

  private void tell(Question question) {
    note(question)
        .ifPresent(answer -> notes.answered(isPrediction(question), question.id(), answer));
  }

  /** Whether a text is the right answer; false while the key is not known. */
  boolean isRight(Question question, String text) {
    try {
      return key(question)
          .filter(key -> AnswerText.isRight(question, AnswerText.read(question, text), key))
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether the question has been answered. */
  public boolean isGiven(Question question) {
    return given.containsKey(question.id());
  }

  /** Takes an answer back, so that another can be given. */
  public void forget(Question question) {
    given.remove(question.id());
  }

  /** Works out what the answer is, as the cluster is now. */
  public void settle(Question question) {
    work(question);
    tell(question);
  }

  private void work(Question question) {
    brokenKeys.remove(question.id());
    if (question.key().literal().isPresent()) {
      keys.put(question.id(), question.key().literal().get());
      return;
    }
    Predicates.Result result = asked.get().evaluate(question.key().js().orElseThrow());
    if (result.broken().isPresent() || result.value().isEmpty()) {
      brokenKeys.put(question.id(), result.broken().orElse("the key gave no value"));
    } else {
      keys.put(question.id(), result.value().get());
    }
  }

  /** Whether the question is one of a predict step. */
  private boolean isPrediction(Question question) {
    return lesson.steps().stream()
        .filter(step -> step.kind() == Step.Kind.PREDICT)
        .flatMap(step -> step.question().stream())
        .anyMatch(found -> found.id().equals(question.id()));
  }

  /** {@code {given, right}} as predicates see it; empty if no answer was given. */
  private Optional<BsonDocument> note(Question question) {
    BsonValue value = given.get(question.id());
    if (value == null) {
      return Optional.empty();
    }
    BsonValue key = keys.get(question.id());
    BsonValue right =
        key == null
            ? BsonNull.VALUE
            : BsonBoolean.valueOf(AnswerText.isRight(question, value, key));
    return Optional.of(new BsonDocument("given", value).append("right", right));
  }

  /** The answer given, held against its key; empty if none was given. */
  public Optional<LessonRun.Judgement> judgement(Question question) {
    BsonValue value = given.get(question.id());
    if (value == null) {
      return Optional.empty();
    }
    Optional<BsonValue> key = key(question);
    boolean isRight = key.filter(right -> AnswerText.isRight(question, value, right)).isPresent();
    return Optional.of(new LessonRun.Judgement(value, key, isRight, brokenKey(question)));
  }

  /** Why the key of a question cannot be told, if so. */
  public Optional<String> brokenKey(Question question) {
    return Optional.ofNullable(brokenKeys.get(question.id()));
  }

  /** The key, once it is settled. */
  public Optional<BsonValue> key(Question question) {
    return Optional.ofNullable(keys.get(question.id()));
  }
}
