package shardsh.core.mongos;

import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.sim.SimRandom;
import shardsh.core.update.Update;
import shardsh.core.update.UpdateParser;

/** The documents that upserts insert when a router has found nothing to update. */
final class Upserts {
  private final Environment environment;

  Upserts(Environment environment) {
    this.environment = environment;
  }

  /** The document of one update {@code {q, u, arrayFilters?, c?, let?}}, with an {@code _id}. */
  BsonDocument document(BsonDocument one, Collation collation) {
    SimRandom random = environment.random();
    EvaluationContext.Settings settings =
        new EvaluationContext.Settings(
            BsonOrder.SIMPLE,
            new BsonDateTime(environment.clock().nowMillis()),
            environment.clusterTime(),
            random::nextDouble,
            environment.javaScript().orElse(null),
            environment.profile());
    QueryContext context =
        QueryContext.of(collation, settings)
            .with(RequestFields.document(one, "let"))
            .withConstants(RequestFields.document(one, "c"));
    MatchExpression filter = MatchParser.parse(RequestFields.document(one, "q"), context);
    Update update =
        UpdateParser.parse(one.get("u"), one.getArray("arrayFilters", new BsonArray()), context);
    BsonDocument made = update.upsertDocument(filter, environment.clock().nowMillis());
    if (made.containsKey("_id")) {
      return made;
    }
    BsonDocument complete = new BsonDocument("_id", new BsonObjectId(environment.ids().objectId()));
    complete.putAll(made);
    return complete;
  }
}
