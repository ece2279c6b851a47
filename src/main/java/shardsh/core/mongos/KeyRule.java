package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.Collation;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.MatchExpression;
import shardsh.core.sharding.RoutingTable;

/**
 * Why a router refuses a write that does not name its shard, in whole sentences: what the filter
 * lacks, the rule with its versions, and what would work. Source: {@code sharding-facts.md},
 * section 14.
 */
final class KeyRule {
  private final RoutingTable table;
  private final MatchExpression filter;
  private final Collation collation;

  KeyRule(RoutingTable table, MatchExpression filter, Collation collation) {
    this.table = table;
    this.filter = filter;
    this.collation = collation;
  }

  /** An update of one document before 7.1, whose filter meets several shards. */
  String update(int shards) {
    return lacking()
        + " It may match on "
        + count(shards)
        + ". Before 7.1 an update of one document must be sure to change one only: its filter has"
        + " to reach a single shard by the shard key, or fix _id. What works: "
        + equality()
        + " or on _id; updateMany; or 7.1 and later, where the router first looks for one match and"
        + " then writes it where it is.";
  }

  /** A delete of one document before 7.1. */
  String delete(int shards, boolean boundsSuffice) {
    return lacking()
        + " It may match on "
        + count(shards)
        + ". Before 7.1 a delete of one document needs the whole shard key or _id"
        + (boundsSuffice
            ? ", or bounds that a single shard meets."
            : "; bounds that a single shard meets are enough from 5.0 on.")
        + " What works: "
        + equality()
        + " or on _id; deleteMany; or 7.1 and later, where the router first looks for one match and"
        + " then deletes it where it is.";
  }

  /** findAndModify before 7.1. */
  String findAndModify() {
    return lacking()
        + " Before 7.1 findAndModify goes to the one shard that owns the key, so its filter must"
        + " have a value for every field of it; even _id is not enough. What works: "
        + equality()
        + "; or 7.1 and later, where the router first looks for one match.";
  }

  /** An update that may have to insert. */
  String upsert(boolean multi) {
    return lacking()
        + " An upsert that finds nothing inserts, and the new document lives on the shard that owns"
        + " its key; the router takes that key from the filter, "
        + (multi
            ? "for updateMany in every version. What works: "
            : "before 7.1. From 7.1 on the router looks for a match first and takes the key from"
                + " the document to be inserted. What works: ")
        + equality()
        + ", with or without _id"
        + (multi ? "; or the update without upsert." : "; or 7.1 and later.");
  }

  /** A document whose key is an array. */
  static String insert(RoutingTable table, BsonDocument document) {
    List<String> arrays = new ArrayList<>();
    for (String path : table.shardKey().paths()) {
      if (isArrayAt(document, path)) {
        arrays.add(path);
      }
    }
    return start(table)
        + "In the document "
        + String.join(" and ", arrays)
        + (arrays.size() == 1 ? " is" : " are")
        + " (or lies in) an array. A document belongs to one chunk, by one value of the key; an"
        + " array would give it several. Every version refuses it. What works: a single value, or"
        + " no value at all, which counts as null.";
  }

  private static boolean isArrayAt(BsonDocument document, String path) {
    BsonValue value = document;
    for (String name : path.split("\\.")) {
      if (!value.isDocument() || !value.asDocument().containsKey(name)) {
        return false;
      }
      value = value.asDocument().get(name);
      if (value.isArray()) {
        return true;
      }
    }
    return false;
  }

  private static String start(RoutingTable table) {
    return "The shard key of " + table.ns() + " is " + keyText(table) + ". ";
  }

  private static String keyText(RoutingTable table) {
    return table.shardKey().keyPattern().toString();
  }

  private static String count(int shards) {
    return shards + (shards == 1 ? " shard" : " shards");
  }

  private String equality() {
    return "equality on " + String.join(" and ", table.shardKey().paths());
  }

  private String lacking() {
    List<String> unnamed = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (KeyPattern.Field field : table.shardKey().keyPattern().fields()) {
      String path = field.path().text();
      boolean isFixed = EqualityExtractor.equalities(filter, List.of(path)).isPresent();
      if (isFixed && collation.isSimple()) {
        continue;
      }
      boolean isNamed = new NoBounds(path, field.hashed(), collation).reason(filter).isPresent();
      (isNamed ? open : unnamed).add(path);
    }
    List<String> parts = new ArrayList<>();
    if (!unnamed.isEmpty()) {
      parts.add("does not name " + String.join(" and ", unnamed));
    }
    if (!open.isEmpty()) {
      parts.add(
          "names "
              + String.join(" and ", open)
              + (collation.isSimple()
                  ? " but not with equality to one value"
                  : ", but under a collation, which may make several texts equal"));
    }
    return start(table) + "The filter " + String.join(" and ", parts) + ".";
  }
}
