package shardsh.shell;

import java.util.List;
import java.util.function.BinaryOperator;
import shardsh.render.StyledLine;

/** What {@code help} says first inside of a lesson: the words that belong to it. */
final class LessonHelp {
  private record Word(String usage, String en, String zh) {}

  private static final List<Word> WORDS =
      List.of(
          new Word("lesson", "the task again", "再看一遍任务"),
          new Word("check", "what is still missing in this step", "这一步还缺什么"),
          new Word("hint [all]", "the next hint, or the rest of them", "下一条提示，或剩下的全部"),
          new Word("solution", "show the solution", "看答案"),
          new Word("undo", "back to before the last line that changed the cluster", "撤销上一行对集群的改动"),
          new Word(
              "reset", "begin the step anew; reset lesson: the lesson", "这一步重来；reset lesson：整课重来"),
          new Word("skip", "run the solution and go on", "运行答案并继续"),
          new Word("back", "the step before", "回到上一步"),
          new Word("next", "on, over what is done", "跳到下一步（已完成的步骤）"),
          new Word("play", "go on in a copy where nothing counts", "在副本里随便试，不算数"),
          new Word("resume", "throw the copy away", "丢掉副本，回到课程"),
          new Word("goal", "the goals of the lesson with ticks", "本课的目标和完成情况"),
          new Word("lessons", "all lessons and what is done", "所有课程和进度"),
          new Word("bye", "leave the lesson; learn goes on with it", "离开课程；learn 可以接着学"));

  private LessonHelp() {}

  /** The words that have a line there. */
  static List<String> words() {
    return WORDS.stream().map(Word::usage).toList();
  }

  /**
   * @param say chooses between the English and the Chinese
   */
  static List<StyledLine> lines(int width, BinaryOperator<String> say) {
    HelpLayout page =
        new HelpLayout(width)
            .empty()
            .title(say.apply("In this lesson:", "课程里的命令："))
            .empty()
            .list(
                WORDS.stream()
                    .map(
                        word ->
                            new HelpTopics.Row(
                                HelpTopics.Kind.COMMAND,
                                word.usage(),
                                say.apply(word.en(), word.zh()),
                                true))
                    .toList());
    // Pages of help are English; who reads Chinese is told so before the first of them.
    String rest = say.apply("", "下面是 shell 本身的帮助，只有英文。");
    return rest.isEmpty() ? page.lines() : page.empty().paragraph(rest).lines();
  }
}
