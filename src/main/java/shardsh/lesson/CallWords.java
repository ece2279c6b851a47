package shardsh.lesson;

/** How often a helper is called, in words. */
final class CallWords {
  private CallWords() {}

  /** What a check asks for, e.g. {@code sh.splitAt at least once}. */
  static Phrase wanted(String name, Check.Bound bound) {
    String times = times(bound.number());
    String number = bound.number() + " 次";
    return switch (bound.comparison()) {
      case ">=" -> new Phrase(name + " at least " + times, "调用 " + name + " 至少 " + number);
      case ">" -> new Phrase(name + " more than " + times, "调用 " + name + " 超过 " + number);
      case "<=" -> new Phrase(name + " at most " + times, "调用 " + name + " 最多 " + number);
      case "<" -> new Phrase(name + " less than " + times, "调用 " + name + " 少于 " + number);
      default -> new Phrase(name + " exactly " + times, "调用 " + name + " 正好 " + number);
    };
  }

  /** How often it was, e.g. {@code called twice}. */
  static Phrase found(int count) {
    return count == 0
        ? new Phrase("not called", "没有调用")
        : new Phrase("called " + times(count), "调用了 " + count + " 次");
  }

  private static String times(int count) {
    return switch (count) {
      case 1 -> "once";
      case 2 -> "twice";
      default -> count + " times";
    };
  }
}
