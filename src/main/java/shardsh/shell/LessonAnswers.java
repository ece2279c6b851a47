package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
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
final class LessonAnswers {
  private final Lesson lesson;
  private final Map<String, BsonValue> keys = new LinkedHashMap<>();
  private final Map<String, String> brokenKeys = new LinkedHashMap<>();
  private final Map<String, BsonValue> given = new LinkedHashMap<>();

  LessonAnswers(Lesson lesson) {
    this.lesson = lesson;
  }

  /**
   * Keeps an answer.
   *
   * @throws IllegalArgumentException if it does not have the form of one
   */
  void give(Question question, String text) {
    given.put(question.id(), AnswerText.read(question, text));
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

  boolean isGiven(Question question) {
    return given.containsKey(question.id());
  }

  void forget(Question question) {
    given.remove(question.id());
  }

  /** Works out the key from what predicates are asked about. */
  void settle(Question question, Predicates predicates) {
    brokenKeys.remove(question.id());
    if (question.key().literal().isPresent()) {
      keys.put(question.id(), question.key().literal().get());
      return;
    }
    Predicates.Result result = predicates.evaluate(question.key().js().orElseThrow());
    if (result.broken().isPresent() || result.value().isEmpty()) {
      brokenKeys.put(question.id(), result.broken().orElse("the key gave no value"));
    } else {
      keys.put(question.id(), result.value().get());
    }
  }

  /** Whether the question is one of a predict step. */
  boolean isPrediction(Question question) {
    return lesson.steps().stream()
        .filter(step -> step.kind() == Step.Kind.PREDICT)
        .flatMap(step -> step.question().stream())
        .anyMatch(found -> found.id().equals(question.id()));
  }

  /** {@code {given, right}} as predicates see it; empty if no answer was given. */
  Optional<BsonDocument> note(Question question) {
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
  Optional<LessonRun.Judgement> judgement(Question question) {
    BsonValue value = given.get(question.id());
    if (value == null) {
      return Optional.empty();
    }
    Optional<BsonValue> key = key(question);
    boolean isRight = key.filter(right -> AnswerText.isRight(question, value, right)).isPresent();
    return Optional.of(new LessonRun.Judgement(value, key, isRight, brokenKey(question)));
  }

  /** Why the key of a question cannot be told, if so. */
  Optional<String> brokenKey(Question question) {
    return Optional.ofNullable(brokenKeys.get(question.id()));
  }

  /** The key, once it is settled. */
  Optional<BsonValue> key(Question question) {
    return Optional.ofNullable(keys.get(question.id()));
  }
}
