package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How a route differs from the one that a check asks for, in words. */
final class RouteDifference {
  private RouteDifference() {}

  /**
   * The finding of two routes that are not the same.
   *
   * @param wanted some of {@code {targeting, path, merge, split, shards: [], count, attempts}}
   * @param found the same fields as they are
   */
  static Finding finding(BsonDocument wanted, BsonDocument found) {
    List<Phrase> want = new ArrayList<>();
    List<Phrase> have = new ArrayList<>();
    wanted.forEach(
        (field, value) -> {
          if (!Likeness.same(value, found.get(field))) {
            want.add(words(field, value));
            have.add(words(field, found.get(field)));
          }
        });
    Phrase said = Phrase.join(want);
    Phrase seen = Phrase.join(have);
    String joint = want.size() == 1 ? ", found " : "; found ";
    return Finding.failed(wanted, found)
        .inWords(
            "expected " + said.en() + joint + seen.en(), "应为：" + said.zh() + "；实为：" + seen.zh());
  }

  private static Phrase words(String field, BsonValue value) {
    String text = ValueText.of(value);
    return switch (field) {
      case "targeting" -> targeting(text);
      case "path" -> new Phrase("the path " + text, "路径 " + text);
      case "merge" ->
          text.equals("none")
              ? new Phrase("no merge", "不合并")
              : new Phrase("merged on " + text, "在 " + text + " 上合并");
      case "split" ->
          text.equals("true") ? new Phrase("cut in two", "切成两半") : new Phrase("not cut", "没有切开");
      case "shards" -> shards(value);
      case "count" -> new Phrase(counted(text, "shard"), text + " 个分片");
      default -> new Phrase(counted(text, "request"), text + " 次请求");
    };
  }

  private static Phrase targeting(String text) {
    return switch (text) {
      case "all" -> new Phrase("all shards", "所有分片");
      case "single" -> new Phrase("one shard", "一个分片");
      default -> new Phrase("some of the shards", "部分分片");
    };
  }

  private static Phrase shards(BsonValue value) {
    List<String> names = value.asArray().stream().map(ValueText::of).toList();
    return new Phrase(String.join(" and ", names), "分片 " + String.join("、", names));
  }

  private static String counted(String number, String noun) {
    return number + " " + noun + (number.equals("1") ? "" : "s");
  }
}
