package shardsh.core.mongod;

import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.update.UpdateDescription;

/**
 * Tells what an update changed that a router sampled: rows of config.sampledQueriesDiff, with
 * {@code diff: {u: fields with new values, d: fields taken away}}. Source: the manual's page on
 * configureQueryAnalyzer; that paths are dotted is ours. Of an update of several documents the
 * first change is told.
 */
final class SampledChanges {
  private final ShardServer server;

  SampledChanges(ShardServer server) {
    this.server = server;
  }

  /** Runs a command, and tells of its change if it carries the id of a sample. */
  BsonDocument around(String db, BsonDocument command, Supplier<BsonDocument> run) {
    Optional<BsonValue> id = idIn(command);
    if (id.isEmpty()) {
      return run.get();
    }
    BsonTimestamp before = server.environment().clusterTime();
    BsonDocument reply = run.get();
    BsonValue name = command.get(Docs.firstName(command));
    Namespace ns = new Namespace(db, name.asString().getValue());
    server
        .log()
        .after(
            before,
            entry -> {
              boolean found = entry.kind() == ShardLog.Kind.UPDATE && entry.ns().equals(ns);
              if (found) {
                send(ns, id.get(), UpdateDescription.of(entry.before(), entry.after()));
              }
              return !found;
            });
    return reply;
  }

  private static Optional<BsonValue> idIn(BsonDocument command) {
    if (command.containsKey("sampleId")) {
      return Optional.of(command.get("sampleId"));
    }
    BsonValue updates = command.get("updates");
    return updates == null || !updates.isArray() || updates.asArray().isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(updates.asArray().get(0).asDocument().get("sampleId"));
  }

  private void send(Namespace ns, BsonValue id, BsonDocument description) {
    BsonDocument gone = new BsonDocument();
    for (BsonValue path : description.getArray("removedFields", new BsonArray())) {
      gone.append(path.asString().getValue(), BsonBoolean.FALSE);
    }
    BsonDocument diff = new BsonDocument();
    if (!description.getDocument("updatedFields").isEmpty()) {
      diff.append("u", description.get("updatedFields"));
    }
    if (!gone.isEmpty()) {
      diff.append("d", gone);
    }
    BsonDocument request =
        new BsonDocument("_configsvrAddSampledQuery", new BsonString(ns.toString()))
            .append("sample", new BsonDocument("_id", id).append("diff", diff));
    try {
      server.environment().network().call(server.id(), NodeId.CONFIG, "admin", request);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.HOST_UNREACHABLE)) {
        throw e;
      }
    }
  }
}
