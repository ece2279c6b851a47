package shardsh.script;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.lesson.Check;
import shardsh.lesson.Question;

/**
 * Who gets which points of a step: a check with points keeps them; what is left is shared equally
 * by the other required ones, in cents, so that the sum is exact. Source: {@code lesson-format.md},
 * 10.4.
 */
final class Points {
  private Points() {}

  static String keyOf(Question question) {
    return "?" + question.id();
  }

  /** Points by id of the check, or {@link #keyOf} the question. */
  static Map<String, BigDecimal> of(
      BigDecimal whole, List<Check> checks, List<Question> questions) {
    Map<String, BigDecimal> points = new LinkedHashMap<>();
    List<String> sharing = new ArrayList<>();
    BigDecimal left = whole;
    for (Check check : checks) {
      points.put(check.id(), check.points().orElse(BigDecimal.ZERO));
      left = left.subtract(check.points().orElse(BigDecimal.ZERO));
      if (check.points().isEmpty() && !check.optional()) {
        sharing.add(check.id());
      }
    }
    for (Question question : questions) {
      String key = keyOf(question);
      points.put(key, question.points().orElse(BigDecimal.ZERO));
      left = left.subtract(question.points().orElse(BigDecimal.ZERO));
      if (question.points().isEmpty()) {
        sharing.add(key);
      }
    }
    share(left.max(BigDecimal.ZERO), sharing, points);
    return points;
  }

  private static void share(BigDecimal left, List<String> sharing, Map<String, BigDecimal> points) {
    if (sharing.isEmpty()) {
      return;
    }
    long cents = left.movePointRight(2).setScale(0, RoundingMode.HALF_UP).longValue();
    long each = cents / sharing.size();
    long rest = cents % sharing.size();
    for (int i = 0; i < sharing.size(); i++) {
      points.put(sharing.get(i), BigDecimal.valueOf(each + (i < rest ? 1 : 0), 2));
    }
  }
}
