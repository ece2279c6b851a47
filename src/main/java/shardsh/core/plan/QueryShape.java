package shardsh.core.plan;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import shardsh.core.bson.ServerText;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchExpression;

/**
 * The short hashes explain shows for queries that differ in values only. The numbers are ours; that
 * they agree for equal shapes is the server's.
 */
final class QueryShape {
  private QueryShape() {}

  static String queryHash(CanonicalQuery query) {
    return hash(text(query));
  }

  /** Also depends on which indexes there are. */
  static String planCacheKey(CanonicalQuery query, List<IndexEntry> indexes) {
    StringBuilder text = new StringBuilder(text(query));
    for (IndexEntry index : indexes) {
      text.append('|').append(index.name());
    }
    return hash(text.toString());
  }

  /** As long as the server's, which is a SHA-256. */
  static String shapeHash(CanonicalQuery query) {
    StringBuilder hash = new StringBuilder();
    String text = text(query);
    for (int i = 0; i < 8; i++) {
      hash.append(hash(i + text));
    }
    return hash.toString();
  }

  private static String text(CanonicalQuery query) {
    StringBuilder text = new StringBuilder();
    append(query.tree(), text);
    query.sort().ifPresent(sort -> text.append("~s").append(ServerText.of(sort.toBson())));
    query
        .projection()
        .ifPresent(projection -> text.append("~p").append(ServerText.of(projection.spec())));
    return text.toString();
  }

  private static void append(MatchExpression tree, StringBuilder text) {
    if (tree instanceof MatchExpression.And) {
      append("an", ((MatchExpression.And) tree).terms(), text);
    } else if (tree instanceof MatchExpression.Or) {
      append("or", ((MatchExpression.Or) tree).terms(), text);
    } else if (tree instanceof MatchExpression.Nor) {
      append("nr", ((MatchExpression.Nor) tree).terms(), text);
    } else if (tree instanceof MatchExpression.Not) {
      append("nt", List.of(((MatchExpression.Not) tree).term()), text);
    } else if (tree instanceof MatchExpression.Leaf) {
      MatchExpression.Leaf leaf = (MatchExpression.Leaf) tree;
      text.append(leaf.predicate().getFirstKey()).append(leaf.path().text());
    } else {
      text.append(ServerText.of(tree.toBson()));
    }
  }

  private static void append(String name, List<MatchExpression> terms, StringBuilder text) {
    text.append(name).append('[');
    for (MatchExpression term : terms) {
      append(term, text);
      text.append(',');
    }
    text.append(']');
  }

  private static String hash(String text) {
    int hash = 0x811c9dc5;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x01000193;
    }
    return String.format(Locale.ROOT, "%08X", hash);
  }
}
