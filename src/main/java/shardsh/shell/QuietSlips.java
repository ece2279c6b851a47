package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Values that would be another thing without their quotes or with a sign before their name: {@code
 * {customerId: "470"}} where the documents have numbers, {@code {customerId: {gte: 100}}}. Both are
 * good filters and good keys, so no error tells of them.
 */
final class QuietSlips {
  private static final List<String> OF_KEYS =
      List.of("fill", "splitAt", "splitFind", "moveChunk", "moveRange", "secondOpinion");
  private static final List<String> COMPARISONS =
      List.of("eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "exists");

  private static final List<String> COMBINING = List.of("and", "or", "nor");

  /** What a field has, which text looks like it, and how such a value is written. */
  private record Kept(
      String name, List<BsonType> types, Pattern text, String before, String after) {}

  private static final List<Kept> KINDS =
      List.of(
          new Kept(
              "a number",
              List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128),
              Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?"),
              "",
              ""),
          new Kept(
              "a date",
              List.of(BsonType.DATE_TIME),
              Pattern.compile("\\d{4}-\\d\\d-\\d\\d(T[\\d:.]+Z?)?"),
              "ISODate(\"",
              "\")"),
          new Kept(
              "an ObjectId",
              List.of(BsonType.OBJECT_ID),
              Pattern.compile("[0-9a-fA-F]{24}"),
              "ObjectId(\"",
              "\")"));

  private final ClusterNames names;

  QuietSlips(ClusterNames names) {
    this.names = names;
  }

  /** The hint about the first such value of a filter that found nothing. */
  Optional<String> ofFilter(Namespace ns, BsonDocument filter, String text) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      Optional<String> hint =
          isCombining(field.getKey(), field.getValue())
              ? Optional.of(DidYouMean.meant(field.getKey(), "$" + field.getKey(), text))
              : field.getKey().startsWith("$")
                  ? parts(field.getValue()).stream()
                      .flatMap(part -> ofFilter(ns, part, text).stream())
                      .findFirst()
                  : withoutSign(field.getValue(), text)
                      .or(() -> inQuotes(ns, field.getKey(), texts(field.getValue()), text));
      if (hint.isPresent()) {
        return hint;
      }
    }
    return Optional.empty();
  }

  /** The hint about the first such value of a shard key that the input hands to a helper. */
  Optional<String> ofKeys(String text) {
    return TypedCalls.of(text).stream().flatMap(call -> ofKey(call, text).stream()).findFirst();
  }

  private Optional<String> ofKey(Call call, String text) {
    if (!OF_KEYS.contains(call.method())
        || call.earlier().size() < 2
        || !(call.earlier().get(1) instanceof Typed.Fields key)) {
      return Optional.empty();
    }
    Optional<Namespace> ns =
        names.collections().stream()
            .filter(known -> call.earlier().get(0).asText().equals(Optional.of(known.toString())))
            .findFirst();
    return ns.flatMap(
        found ->
            key.names().stream()
                .flatMap(
                    field ->
                        inQuotes(found, field, key.get(field).asText().stream().toList(), text)
                            .stream())
                .findFirst());
  }

  private static boolean isCombining(String name, BsonValue value) {
    return COMBINING.contains(name)
        && value.isArray()
        && value.asArray().stream().allMatch(BsonValue::isDocument);
  }

  private static List<BsonDocument> parts(BsonValue value) {
    return value.isArray()
        ? value.asArray().stream().filter(BsonValue::isDocument).map(BsonValue::asDocument).toList()
        : List.of();
  }

  /** The strings that a condition compares with. */
  private static List<String> texts(BsonValue condition) {
    List<String> texts = new ArrayList<>();
    if (condition.isString()) {
      texts.add(condition.asString().getValue());
    } else if (condition.isDocument()) {
      condition.asDocument().values().forEach(value -> texts.addAll(texts(value)));
    } else if (condition.isArray()) {
      condition.asArray().forEach(value -> texts.addAll(texts(value)));
    }
    return texts;
  }

  private Optional<String> inQuotes(Namespace ns, String field, List<String> texts, String text) {
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    Set<BsonType> types = names.types(ns, field);
    return KINDS.stream()
        .filter(kind -> !types.isEmpty() && kind.types().containsAll(types))
        .flatMap(
            kind ->
                texts.stream()
                    .filter(value -> kind.text().matcher(value).matches())
                    .limit(1)
                    .map(
                        value ->
                            field
                                + " is "
                                + kind.name()
                                + " in the documents looked at; did you mean: "
                                + unquoted(kind, value, text.strip())))
        .findFirst();
  }

  /** The input with such strings as values; the value alone if it is not to be repeated. */
  private static String unquoted(Kept kind, String value, String text) {
    StringBuilder line = new StringBuilder();
    for (Token token : InputTokens.of(text)) {
      String piece = token.in(text);
      boolean isString = token.kind() == Kind.STRING && !token.isOpen();
      String content = isString ? piece.substring(1, piece.length() - 1) : "";
      boolean isWrong = kind.text().matcher(content).matches();
      line.append(isWrong ? kind.before() + content + kind.after() : piece);
    }
    boolean isRepeated = line.length() <= DidYouMean.LINE_MAX && line.indexOf("\n") < 0;
    return isRepeated ? line.toString() : kind.before() + value + kind.after();
  }

  private static Optional<String> withoutSign(BsonValue condition, String text) {
    return condition.isDocument()
        ? condition.asDocument().keySet().stream()
            .filter(COMPARISONS::contains)
            .findFirst()
            .map(name -> DidYouMean.meant(name, "$" + name, text))
        : Optional.empty();
  }
}
