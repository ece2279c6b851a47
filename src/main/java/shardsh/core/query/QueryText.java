package shardsh.core.query;

import java.util.List;
import shardsh.core.base.Namespace;
import shardsh.core.bson.ServerText;

/**
 * A query as the server writes it inside errors of its planner: the numbers, then the tree one node
 * a line, indented, then sort, projection and collation. Source: messages in the server's tests.
 */
final class QueryText {
  private static final String INDENT = "    ";

  private QueryText() {}

  /** The whole query; ends with a line break. */
  static String of(Namespace ns, CanonicalQuery query) {
    StringBuilder out = new StringBuilder("ns=").append(ns);
    query.batchSize().ifPresent(size -> out.append(" batchSize=").append(size));
    if (query.limit() > 0) {
      out.append(" limit=").append(query.limit());
    }
    if (query.skip() > 0) {
      out.append(" skip=").append(query.skip());
    }
    out.append("Tree: ");
    node(query.tree(), 0, out);
    out.append("Sort: ")
        .append(query.sort().map(sort -> ServerText.of(sort.toBson())).orElse("{}"))
        .append("\nProj: ")
        .append(query.projection().map(one -> ServerText.of(one.spec())).orElse("{}"))
        .append('\n');
    if (!query.collation().isSimple()) {
      out.append("Collation: ").append(ServerText.of(query.collation().toBson())).append('\n');
    }
    return out.toString();
  }

  private static void node(MatchExpression tree, int depth, StringBuilder out) {
    out.append(INDENT.repeat(depth));
    if (tree instanceof MatchExpression.And all) {
      list("$and", all.terms(), depth, out);
    } else if (tree instanceof MatchExpression.Or any) {
      list("$or", any.terms(), depth, out);
    } else if (tree instanceof MatchExpression.Nor none) {
      list("$nor", none.terms(), depth, out);
    } else if (tree instanceof MatchExpression.Not not) {
      list("$not", List.of(not.term()), depth, out);
    } else if (tree instanceof MatchExpression.Leaf leaf) {
      out.append(leaf.path().text()).append(' ');
      leaf(leaf, depth, out);
    } else {
      var printed = tree.toBson();
      String name = printed.getFirstKey();
      String gap = tree instanceof MatchExpression.Expr ? " " : ": ";
      out.append(name).append(gap).append(ServerText.of(printed.get(name))).append('\n');
    }
  }

  private static void list(String name, List<MatchExpression> terms, int depth, StringBuilder out) {
    out.append(name).append('\n');
    terms.forEach(term -> node(term, depth + 1, out));
  }

  private static void leaf(MatchExpression.Leaf leaf, int depth, StringBuilder out) {
    if (leaf instanceof ArrayPredicate.ElemMatchObject each) {
      list("$elemMatch (obj)", List.of(each.term()), depth, out);
      return;
    }
    if (leaf instanceof ArrayPredicate.ElemMatchValue each) {
      list("$elemMatch (value)", each.terms(), depth, out);
      return;
    }
    if (leaf instanceof ValuePredicate.Comparison one) {
      out.append(one.op().operator()).append(' ').append(ServerText.of(one.operand()));
    } else if (leaf instanceof ValuePredicate.In in) {
      out.append("$in [ ");
      in.members().values().forEach(value -> out.append(ServerText.of(value)).append(' '));
      in.members().patterns().forEach(one -> out.append(slashes(one)).append(' '));
      out.append(']');
    } else if (leaf instanceof ValuePredicate.Exists) {
      out.append("exists");
    } else if (leaf instanceof ValuePredicate.Mod mod) {
      out.append("mod ").append(mod.divisor()).append(" % x == ").append(mod.remainder());
    } else if (leaf instanceof ValuePredicate.Regex regex) {
      out.append("regex ").append(slashes(regex.pattern()));
    } else if (leaf instanceof ValuePredicate.Type type) {
      out.append("type: ").append(ServerText.of(type.predicate().get("$type")));
    } else if (leaf instanceof ArrayPredicate.Size size) {
      out.append("$size : ").append(size.size());
    } else {
      String name = leaf.predicate().getFirstKey();
      out.append(name).append(": ").append(ServerText.of(leaf.predicate().get(name)));
    }
    out.append('\n');
  }

  private static String slashes(RegexPattern pattern) {
    return "/" + pattern.value().getPattern() + "/" + pattern.value().getOptions();
  }
}
