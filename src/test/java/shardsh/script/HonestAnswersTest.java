package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import shardsh.lesson.Course;
import shardsh.script.report.Grade;
import shardsh.shell.LessonSessions;

/**
 * Steps of lessons solved in other words than their author's. In {@code honest-answers.txt} a line
 * {@code == lesson step} is followed by answers: {@code +} those that pass, {@code -} those that
 * only look like one; {@code \n} parts the lines of an answer.
 */
class HonestAnswersTest {
  private static final LessonSessions SESSIONS = new LessonSessions();

  static Stream<Arguments> passing() throws IOException {
    return answers("+ ");
  }

  static Stream<Arguments> refused() throws IOException {
    return answers("- ");
  }

  private static Stream<Arguments> answers(String sign) throws IOException {
    List<Arguments> all = new ArrayList<>();
    try (InputStream file =
        HonestAnswersTest.class.getResourceAsStream("/vectors/honest-answers.txt")) {
      String[] step = {"", "", ""};
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (line.startsWith("== ")) {
          step = line.split(" ");
        } else if (line.startsWith(sign)) {
          all.add(arguments(step[1], step[2], line.substring(2).replace("\\n", "\n")));
        }
      }
    }
    return all.stream();
  }

  private static Grade grade(String lesson, String step, String answer) {
    return Grader.grade(
        Course.builtIn().lesson(lesson),
        answer,
        GraderTest.options(Optional.of(step), "en", Duration.ofSeconds(60)),
        SESSIONS);
  }

  @ParameterizedTest
  @MethodSource("passing")
  void anHonestAnswerInOtherWordsPasses(String lesson, String step, String answer) {
    Grade grade = grade(lesson, step, answer);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
  }

  @ParameterizedTest
  @MethodSource("refused")
  void anAnswerThatOnlyLooksLikeOneIsRefused(String lesson, String step, String answer) {
    Grade grade = grade(lesson, step, answer);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }
}
