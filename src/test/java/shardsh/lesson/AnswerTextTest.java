package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerTextTest {
  private static Question question(Question.Type type) {
    List<Question.Option> options =
        List.of(
            new Question.Option("s0", text("shard zero", "零号分片"), Optional.empty()),
            new Question.Option("both-of", text("s0 and s1", "s0 和 s1"), Optional.empty()),
            new Question.Option("none", text("**none** of them.", "都不是"), Optional.empty()));
    return question(type, options);
  }

  private static Question question(Question.Type type, List<Question.Option> options) {
    return new Question(
        "q",
        text("?", "？"),
        type,
        options,
        new Question.Key(Optional.of("1"), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        BigDecimal.ZERO,
        0);
  }

  private static Text text(String en, String zh) {
    return new Text(Map.of("en", en, "zh", zh));
  }

  private static String read(Question.Type type, String answer) {
    return ValueText.of(AnswerText.read(question(type), answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "3; 3",
        "３; 3",
        "１２; 12",
        "3 chunks; 3",
        "3个; 3",
        "3 个 chunk; 3",
        "70MB; 70",
        "1,500; 1500",
        "-2.5; -2.5",
        "three; 3",
        "Three shards; 3",
        "三个; 3",
        "all three; 3",
        "all 3 of them; 3",
        "全部三个; 3",
        "只 1 个; 1",
        "两个; 2",
        "一百; 100",
        "一百二十个; 120",
        "一百零五; 105",
        "一百五; 150",
        "三千 MB; 3000",
        "十二条; 12",
        "four hundred and fifty; 450",
        "a hundred orders; 100",
        "twenty-one; 21"
      })
  void numberIsReadWhateverItsFormAndUnit(String answer, String number) {
    assertEquals(number, read(Question.Type.NUMBER, answer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "many",
        "3 of 4",
        "3, 4",
        "3 或 4",
        "about",
        "1,5",
        "s2",
        "两三个",
        "一万",
        "two thousand",
        "a"
      })
  void whatIsNoSingleNumberIsRefused(String answer) {
    assertThrows(IllegalArgumentException.class, () -> read(Question.Type.NUMBER, answer), answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s0; s0",
        "S0; s0",
        "2; both-of",
        "２; both-of",
        "2); both-of",
        "option 3; none",
        "选项 3; none",
        "第3个; none",
        "None of them; none",
        "都不是。; none",
        "零号分片; s0",
        "“shard zero”; s0"
      })
  void optionIsReadByItsIdItsNumberOrItsText(String answer, String id) {
    assertEquals(id, read(Question.Type.ONE, answer));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "shard", "s0, none", "s"})
  void whatNamesNoSingleOptionIsRefused(String answer) {
    assertThrows(IllegalArgumentException.class, () -> read(Question.Type.ONE, answer), answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1,3; [s0, none]",
        "1，3; [s0, none]",
        "1、3; [s0, none]",
        "3 1; [none, s0]",
        "1 and 3; [s0, none]",
        "s0 and none; [s0, none]",
        "s0 和 都不是; [s0, none]",
        "3 -> 1; [none, s0]",
        "['s0', 'none']; [s0, none]",
        "s0 and s1; [both-of]",
        "shard zero, none of them; [s0, none]"
      })
  void severalOptionsMayBePartedInManyWays(String answer, String ids) {
    assertEquals(ids, read(Question.Type.MANY, answer));
    assertEquals(ids, read(Question.Type.ORDER, answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "2|1; 2|1",
        "v2|1; 2|1",
        "２｜１; 2|1",
        "2 | 1; 2|1",
        "Timestamp(2, 1); 2|1",
        "2.1; 2|1",
        "2, 1; 2|1",
        "2：1; 2|1"
      })
  void versionIsReadInTheFormsThatAreShownAndWithOtherSignsForTheBar(
      String answer, String version) {
    assertEquals(version, read(Question.Type.VERSION, answer));
  }

  private static final Question ASKED =
      question(
          Question.Type.ONE,
          List.of(
              option("cfgrs", "the config servers on 27101", "27101 上的配置服务器"),
              option("refuse", "refuse with StaleConfig", "用 StaleConfig 拒绝"),
              option("wait", "it can't answer before the move ends", "迁移结束前不回答"),
              option("all", "all rows, as if it knew nothing", "全部，就像什么都不知道一样"),
              option("s0", "s0, then s1", "先 s0 再 s1")));

  private static Question.Option option(String id, String en, String zh) {
    return new Question.Option(id, text(en, zh), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "config servers; cfgrs",
        "The Config; cfgrs",
        "配置服务器; cfgrs",
        "拒绝; refuse",
        "staleconfig; refuse",
        "all rows; all",
        "全部; all"
      })
  void optionIsMeantBySomeOfItsWordsInARow(String answer, String id) {
    assertEquals(Optional.of(id), AnswerText.meant(ASKED, answer));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "s", "1", "27101", "answer", "回答", "conf", "then StaleConfig", "s1", "s2"})
  void optionIsNotMeantByPartsOfWordsNorByTheContraryNorByNumbers(String answer) {
    assertEquals(Optional.empty(), AnswerText.meant(ASKED, answer), answer);
  }
}
