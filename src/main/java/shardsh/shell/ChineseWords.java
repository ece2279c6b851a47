package shardsh.shell;

import java.util.Map;
import java.util.Optional;

/** The words at the prompt by what a Chinese page calls them: they are English all the same. */
final class ChineseWords {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry("提示", "hint"),
          Map.entry("检查", "check"),
          Map.entry("答案", "solution"),
          Map.entry("任务", "lesson"),
          Map.entry("课程", "lessons"),
          Map.entry("学习", "learn"),
          Map.entry("进度", "progress"),
          Map.entry("目标", "goal"),
          Map.entry("下一步", "next"),
          Map.entry("继续", "next"),
          Map.entry("上一步", "back"),
          Map.entry("跳过", "skip"),
          Map.entry("撤销", "undo"),
          Map.entry("重来", "reset"),
          Map.entry("重置", "reset"),
          Map.entry("帮助", "help"),
          Map.entry("为什么", "why"),
          Map.entry("再见", "bye"),
          Map.entry("退出", "exit"));

  private ChineseWords() {}

  static Optional<String> hint(String name) {
    return Optional.ofNullable(WORDS.get(name)).map(word -> "the word for that is " + word);
  }
}
