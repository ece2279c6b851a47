package shardsh.core.update;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.query.QueryContext;

/** The update operators by name. */
final class UpdateOperators {

  /** Reads one {@code path: argument} of an operator and adds what it means. */
  interface Reader {
    void read(UpdateTreeBuilder tree, UpdatePath path, BsonValue argument, QueryContext context);
  }

  /** Reads the argument of an operator that concerns its own path only. */
  private interface Argument {
    UpdateOperator parse(String path, BsonValue argument, QueryContext context);
  }

  private static final Map<String, Reader> READERS = new LinkedHashMap<>();

  static {
    row("$set", (path, argument, context) -> new SetOperator(argument));
    row("$unset", (path, argument, context) -> new UnsetOperator());
    row("$inc", (path, argument, context) -> ArithmeticOperator.increment(path, argument));
    row("$mul", (path, argument, context) -> ArithmeticOperator.multiply(path, argument));
    row("$min", (path, argument, context) -> new ExtremeOperator(argument, -1, context));
    row("$max", (path, argument, context) -> new ExtremeOperator(argument, 1, context));
    row("$setOnInsert", (path, argument, context) -> new SetOnInsertOperator(argument));
    row("$currentDate", (path, argument, context) -> CurrentDateOperator.parse(path, argument));
    row("$bit", (path, argument, context) -> BitOperator.parse(path, argument));
    row("$push", PushOperator::parse);
    row("$addToSet", AddToSetOperator::parse);
    row("$pull", (path, argument, context) -> PullOperator.matching(argument, context));
    row("$pullAll", PullOperator::equalToAny);
    row("$pop", (path, argument, context) -> PopOperator.parse(path, argument));
    READERS.put("$rename", RenameOperator::read);
  }

  private UpdateOperators() {}

  static Set<String> names() {
    return READERS.keySet();
  }

  private static void row(String name, Argument argument) {
    READERS.put(
        name,
        (tree, path, value, context) ->
            tree.add(path, argument.parse(path.text(), value, context)));
  }

  /**
   * @throws CommandException FAILED_TO_PARSE when there is no operator of that name
   */
  static Reader named(String name) {
    Reader reader = READERS.get(name);
    if (reader == null) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "Unknown modifier: "
              + name
              + ". Expected a valid update modifier or pipeline-style update specified as an"
              + " array");
    }
    return reader;
  }
}
