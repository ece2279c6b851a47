package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/** The chunks of one collection under several server versions, as rows of {@link ProfileTable}. */
final class ProfileChunks {
  /** Fewer neighbours than these are shown one by one. */
  private static final int FOLDED_MIN = 3;

  private static final Comparator<BsonDocument> BY_RANGE =
      Comparator.<BsonDocument, BsonValue>comparing(chunk -> chunk.get("min"), BsonOrder.SIMPLE)
          .thenComparing(chunk -> chunk.get("max"), BsonOrder.SIMPLE);

  private ProfileChunks() {}

  /** How much is told of a chunk; the narrowest last. */
  enum Detail {
    WHOLE,
    NO_VERSION,
    OWNER
  }

  /** In the order of their ranges; a chunk that a version does not have is a dash there. */
  static List<ProfileTable.Row> rows(String ns, BsonArray runs, Detail detail) {
    TreeMap<BsonDocument, List<Optional<BsonDocument>>> byRange = new TreeMap<>(BY_RANGE);
    for (int i = 0; i < runs.size(); i++) {
      BsonDocument chunks = runs.get(i).asDocument().getDocument("chunks");
      for (BsonValue value : chunks.getArray(ns, new BsonArray())) {
        List<Optional<BsonDocument>> sides =
            byRange.computeIfAbsent(value.asDocument(), chunk -> noneOf(runs.size()));
        sides.set(i, Optional.of(value.asDocument()));
      }
    }
    List<ProfileTable.Row> rows = new ArrayList<>();
    List<BsonDocument> same = new ArrayList<>();
    byRange.forEach(
        (chunk, sides) -> {
          if (sides.stream().allMatch(side -> side.equals(Optional.of(chunk)))) {
            same.add(chunk);
          } else {
            addSame(same, runs.size(), detail, rows);
            rows.add(row(chunk, sides, detail));
          }
        });
    addSame(same, runs.size(), detail, rows);
    return rows;
  }

  private static List<Optional<BsonDocument>> noneOf(int size) {
    List<Optional<BsonDocument>> sides = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      sides.add(Optional.empty());
    }
    return sides;
  }

  /** Moves the neighbours on which all agree into the rows. */
  private static void addSame(
      List<BsonDocument> same, int runs, Detail detail, List<ProfileTable.Row> rows) {
    if (same.size() < FOLDED_MIN) {
      for (BsonDocument chunk : same) {
        rows.add(row(chunk, Collections.nCopies(runs, Optional.of(chunk)), detail));
      }
    } else {
      String range =
          range(same.get(0).getDocument("min"), same.get(same.size() - 1).getDocument("max"));
      String text = Amounts.count(same.size(), "chunk");
      rows.add(new ProfileTable.Row(range, Collections.nCopies(runs, text)));
    }
    same.clear();
  }

  private static ProfileTable.Row row(
      BsonDocument chunk, List<Optional<BsonDocument>> sides, Detail detail) {
    return new ProfileTable.Row(
        range(chunk.getDocument("min"), chunk.getDocument("max")),
        sides.stream().map(side -> side.map(one -> text(one, detail)).orElse("-")).toList());
  }

  private static String text(BsonDocument chunk, Detail detail) {
    String owner = chunk.getString("shard").getValue();
    if (detail == Detail.OWNER) {
      return owner;
    }
    String size =
        JsNumber.text(chunk.getNumber("sizeMB").doubleValue())
            + " MB"
            + (chunk.containsKey("jumbo") ? " jumbo" : "");
    return detail == Detail.NO_VERSION
        ? owner + "  " + size
        : owner + "  " + chunk.getString("version").getValue() + "  " + size;
  }

  private static String range(BsonDocument min, BsonDocument max) {
    return "[" + values(min) + ", " + values(max) + ")";
  }

  private static String values(BsonDocument bound) {
    List<String> texts = new ArrayList<>();
    bound.values().forEach(value -> texts.add(KeyText.value(value)));
    return texts.size() == 1 ? texts.get(0) : "{" + String.join(", ", texts) + "}";
  }
}
