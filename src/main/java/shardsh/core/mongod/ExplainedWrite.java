package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.update.Update;
import shardsh.core.update.UpdateParser;

/**
 * What explain says of the stage that writes, above the plan that finds. The stage keeps orphans
 * from being changed by itself, so that the plan below it shows no SHARDING_FILTER. Source: the
 * server's explain results, and {@code sharding-facts.md}, section 17.3.
 */
final class ExplainedWrite {
  private static final String EXPRESS = "EXPRESS_IXSCAN";

  private final BsonDocument command;
  private final BsonDocument statement;
  private final boolean deletes;
  private final boolean returns;

  private ExplainedWrite(BsonDocument command, BsonDocument statement) {
    this.command = command;
    this.statement = statement;
    this.returns = command.getFirstKey().equalsIgnoreCase("findAndModify");
    this.deletes =
        command.getFirstKey().equals("delete") || (returns && Docs.truthy(command, "remove"));
  }

  /** The write of an explained command; empty when it reads. */
  static Optional<ExplainedWrite> of(BsonDocument command) {
    return switch (command.getFirstKey()) {
      case "update" -> Optional.of(new ExplainedWrite(command, first(command, "updates")));
      case "delete" -> Optional.of(new ExplainedWrite(command, first(command, "deletes")));
      case "findAndModify", "findandmodify" -> {
        FindAndModifyCommand.checkOptions(command);
        yield Optional.of(new ExplainedWrite(command, command));
      }
      default -> Optional.empty();
    };
  }

  private static BsonDocument first(BsonDocument command, String list) {
    return command.getArray(list).get(0).asDocument();
  }

  private boolean isMulti() {
    if (returns) {
      return false;
    }
    return deletes
        ? statement.getNumber("limit").longValue() == 0
        : Docs.truthy(statement, "multi");
  }

  /** The most documents it would write. */
  long most() {
    return isMulti() ? Long.MAX_VALUE : 1;
  }

  /** Whether the command gives a document back. */
  boolean returnsDocument() {
    return returns;
  }

  /** The update as parsed; empty for a deletion. */
  Optional<Update> update(CanonicalQuery query) {
    if (deletes) {
      return Optional.empty();
    }
    return Optional.of(
        UpdateParser.parse(
            statement.get(returns ? "update" : "u"),
            statement.getArray("arrayFilters", new BsonArray()),
            query.context().withConstants(statement.getDocument("c", new BsonDocument()))));
  }

  /** The plan of the write, from the plan of its search. */
  BsonDocument plan(BsonDocument finds) {
    BsonDocument below = withoutFilter(finds);
    return isExpress(below) ? express(below) : projected(above(idHack(below)));
  }

  /** What a lookup by {@code _id} is called under a stage that is not part of an express plan. */
  private static BsonDocument idHack(BsonDocument below) {
    if (!below.getString("stage").getValue().equals(EXPRESS)) {
      return below;
    }
    BsonDocument stage = new BsonDocument("stage", new BsonString("IDHACK"));
    if (!below.containsKey("keysExamined")) {
      return stage;
    }
    long found = below.getNumber("nReturned").longValue();
    return counted(stage, found + 1, found)
        .append("keysExamined", below.get("keysExamined"))
        .append("docsExamined", below.get("docsExamined"));
  }

  private boolean isExpress(BsonDocument below) {
    return below.getString("stage").getValue().equals(EXPRESS)
        && !Docs.truthy(statement, "upsert")
        && fields().isEmpty();
  }

  private BsonDocument express(BsonDocument below) {
    return Docs.copyOf(below)
        .append("stage", new BsonString(deletes ? "EXPRESS_DELETE" : "EXPRESS_UPDATE"));
  }

  private BsonDocument above(BsonDocument below) {
    return new BsonDocument("stage", name()).append("inputStage", below);
  }

  private BsonString name() {
    return new BsonString(deletes ? "DELETE" : "UPDATE");
  }

  private BsonDocument fields() {
    return returns && command.isDocument("fields")
        ? command.getDocument("fields")
        : new BsonDocument();
  }

  private BsonDocument projected(BsonDocument below) {
    return fields().isEmpty()
        ? below
        : new BsonDocument("stage", new BsonString("PROJECTION_DEFAULT"))
            .append("transformBy", fields())
            .append("inputStage", below);
  }

  /**
   * The stages of the write, from those of its search.
   *
   * @param matched the documents it would write
   * @param modified those among them that an update would change
   */
  BsonDocument stages(BsonDocument finds, long matched, long modified) {
    BsonDocument below = withoutFilter(finds);
    BsonDocument counters = counters(matched, modified);
    if (isExpress(below)) {
      BsonDocument stage = express(below);
      stage.append("nReturned", new BsonInt32(returns ? (int) matched : 0));
      stage.putAll(counters);
      return stage;
    }
    below = idHack(below);
    long found = below.getNumber("works").longValue();
    long works = matched > 0 && !isMulti() ? found + 1 : found;
    long advanced = returns ? matched : 0;
    BsonDocument stage = counted(new BsonDocument("stage", name()), works, advanced);
    stage.putAll(counters);
    stage.append("inputStage", below);
    if (fields().isEmpty()) {
      return stage;
    }
    BsonDocument top = new BsonDocument("stage", new BsonString("PROJECTION_DEFAULT"));
    return counted(top, works, advanced)
        .append("transformBy", fields())
        .append("inputStage", stage);
  }

  private BsonDocument counters(long matched, long modified) {
    if (deletes) {
      return new BsonDocument("nWouldDelete", number(matched));
    }
    boolean inserts = matched == 0 && Docs.truthy(statement, "upsert");
    return new BsonDocument("nMatched", number(matched))
        .append("nWouldModify", number(modified))
        .append("nWouldUpsert", number(inserts ? 1 : 0));
  }

  private static BsonDocument counted(BsonDocument stage, long works, long advanced) {
    return stage
        .append("nReturned", number(advanced))
        .append("executionTimeMillisEstimate", new BsonInt32(0))
        .append("works", number(works))
        .append("advanced", number(advanced))
        .append("needTime", number(Math.max(0, works - advanced - 1)))
        .append("needYield", new BsonInt32(0))
        .append("saveState", new BsonInt32(0))
        .append("restoreState", new BsonInt32(0))
        .append("isEOF", new BsonInt32(1));
  }

  private static BsonInt32 number(long value) {
    return new BsonInt32((int) value);
  }

  private static BsonDocument withoutFilter(BsonDocument stage) {
    if (stage.getString("stage").getValue().equals("SHARDING_FILTER")) {
      return withoutFilter(stage.getDocument("inputStage"));
    }
    BsonDocument without = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : stage.entrySet()) {
      without.append(field.getKey(), withoutFilterBelow(field));
    }
    return without;
  }

  private static BsonValue withoutFilterBelow(Map.Entry<String, BsonValue> field) {
    if (field.getKey().equals("inputStage")) {
      return withoutFilter(field.getValue().asDocument());
    }
    if (field.getKey().equals("inputStages")) {
      List<BsonDocument> stages =
          field.getValue().asArray().stream()
              .map(stage -> withoutFilter(stage.asDocument()))
              .toList();
      return new BsonArray(stages);
    }
    return field.getValue();
  }
}
