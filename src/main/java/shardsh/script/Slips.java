package shardsh.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.render.DisplayWidth;
import shardsh.render.StyledLine;
import shardsh.script.AnswerFile.Piece;
import shardsh.script.report.Grade;
import shardsh.shell.Failure;
import shardsh.shell.Place;
import shardsh.shell.Submission;

/**
 * What of an answer came to nothing, kept for its writer: statements that threw, markers that name
 * nothing of the lesson, words that have no place in an answer.
 */
final class Slips {
  private static final int MOST = 20;
  private static final int LONGEST = 500;

  private final Lesson lesson;
  private final Grader.Options options;
  private final List<Kept> kept = new ArrayList<>();

  /**
   * @param step in which a statement threw; empty for what is wrong in any step
   */
  private record Kept(Optional<StepRecord> step, Grade.Slip slip) {}

  Slips(Lesson lesson, Grader.Options options) {
    this.lesson = lesson;
    this.options = options;
  }

  /** Keeps why a statement failed, if it did. */
  void statement(StepRecord record, Piece piece, Submission done) {
    done.failure()
        .ifPresent(failure -> keep(Optional.of(record), line(piece, failure), text(failure)));
  }

  /** The line of the answer where it failed. */
  int line(Piece piece, Failure failure) {
    return failure
        .place()
        .filter(place -> place.source().equals(options.answerName()))
        .map(Place::line)
        .filter(line -> line >= piece.line())
        .orElse(piece.line());
  }

  void helpingWord(Piece piece) {
    String word = piece.text().strip();
    keep(
        piece,
        "'" + word + "' does nothing in an answer: the work is to be done by its statements",
        "'" + word + "' 在答案里不起作用：要由语句来完成");
  }

  /** A comment that only looks like a marker is a comment. */
  void unknownMarker(Piece piece) {
    if (piece.text().startsWith("//@ ")) {
      keep(
          piece,
          "'" + piece.text() + "' is no marker: use //@ step ID or //@ answer ID VALUE",
          "'" + piece.text() + "' 不是标记：请用 //@ step ID 或 //@ answer ID VALUE");
    }
  }

  void unknownStep(Piece piece) {
    unknown(piece, "step", "步骤", lesson.stepLike(piece.name()), lesson.stepIds());
  }

  void unknownQuestion(Piece piece) {
    unknown(piece, "question", "问题", lesson.questionLike(piece.name()), lesson.questionIds());
  }

  private void unknown(
      Piece piece, String kind, String kindInChinese, Optional<String> near, List<String> known) {
    String all = String.join(", ", known);
    keep(
        piece,
        "there is no " + kind + " '" + piece.name() + "'" + repair(near, all, "did you mean "),
        "没有" + kindInChinese + " '" + piece.name() + "'" + repair(near, all, "是不是 "));
  }

  private static String repair(Optional<String> near, String all, String meant) {
    return near.map(name -> "; " + meant + "'" + name + "'?")
        .orElse(all.isEmpty() ? "" : ": " + all);
  }

  void lateAnswer(Piece piece) {
    keep(
        piece,
        "the guess '" + piece.name() + "' comes after the command that it is about: put it before",
        "猜测 '" + piece.name() + "' 写在了它所猜的命令之后：请放到命令之前");
  }

  /** An answer of another form is no answer: the question stays as it was. */
  void wrongForm(Piece piece, Question question) {
    String options =
        question.options().stream().map(Question.Option::id).collect(Collectors.joining(", "));
    String en =
        switch (question.type()) {
          case NUMBER -> "a number";
          case VERSION -> "a version, like 2|1";
          case TEXT -> "a text";
          case ONE -> "one of: " + options;
          case MANY, ORDER -> "a list, written a,b, of: " + options;
        };
    String zh =
        switch (question.type()) {
          case NUMBER -> "一个数字";
          case VERSION -> "一个版本，如 2|1";
          case TEXT -> "一段文字";
          case ONE -> "其中之一：" + options;
          case MANY, ORDER -> "一个列表，写作 a,b，可选：" + options;
        };
    keep(
        piece,
        "'" + piece.text() + "' is no answer to '" + question.id() + "', which takes " + en,
        "'" + piece.text() + "' 不是 '" + question.id() + "' 的答案，它要的是" + zh);
  }

  private void keep(Piece piece, String en, String zh) {
    keep(Optional.empty(), piece.line(), options.locale().equals("zh") ? zh : en);
  }

  private void keep(Optional<StepRecord> step, int line, String message) {
    kept.add(new Kept(step, new Grade.Slip(line, plain(message))));
  }

  /** Without what could move a screen's cursor or turn a line round, and of bounded length. */
  private static String plain(String message) {
    String clean = DisplayWidth.masked(message).strip();
    return clean.length() <= LONGEST
        ? clean
        : clean.substring(
                0,
                clean.offsetByCodePoints(
                    0, Math.min(LONGEST, clean.codePointCount(0, clean.length())) - 1))
            + "…";
  }

  private static String text(Failure failure) {
    return failure.message().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }

  /** The first of them: in a step that was passed all the same, an error was part of the way. */
  List<Grade.Slip> ofWhatFailed() {
    return kept.stream()
        .filter(one -> one.step().filter(step -> step.passed).isEmpty())
        .map(Kept::slip)
        .limit(MOST)
        .toList();
  }
}
