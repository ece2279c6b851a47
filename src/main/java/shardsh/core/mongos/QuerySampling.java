package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;

/**
 * Takes samples of the queries of applications while their collection is analyzed. An update that
 * is sampled carries the sample's id to the shard, which tells what it changed. Source: the
 * manual's page on configureQueryAnalyzer.
 */
final class QuerySampling {
  private static final List<String> READS = List.of("find", "count", "distinct", "aggregate");
  private static final List<String> KEPT =
      List.of("query", "update", "remove", "upsert", "new", "sort", "collation", "arrayFilters");

  private final Environment environment;
  private final NodeId router;
  private boolean paused;

  QuerySampling(Environment environment, NodeId router) {
    this.environment = environment;
    this.router = router;
  }

  /** Puts itself around reads and writes among the commands. */
  void wrap(Map<String, RouterCommand> commands) {
    for (String name : READS) {
      wrap(commands, name, this::read);
    }
    wrap(commands, "update", (db, command) -> batch(db, command, "updates"));
    wrap(commands, "delete", (db, command) -> batch(db, command, "deletes"));
    wrap(commands, "findAndModify", this::findAndModify);
    wrap(commands, "findandmodify", this::findAndModify);
  }

  /** Does work of the cluster's own, whose reads nobody samples. */
  <T> T without(Supplier<T> work) {
    boolean before = paused;
    paused = true;
    try {
      return work.get();
    } finally {
      paused = before;
    }
  }

  /** Samples a command if its turn has come; gives it as it goes on. */
  private interface Sampler {
    BsonDocument sampled(String db, BsonDocument command);
  }

  private void wrap(Map<String, RouterCommand> commands, String name, Sampler sampler) {
    RouterCommand plain = commands.get(name);
    commands.put(
        name,
        (db, command) ->
            plain.run(
                db, paused || !command.isString(name) ? command : sampler.sampled(db, command)));
  }

  private BsonDocument read(String db, BsonDocument command) {
    Namespace ns = namespace(db, command);
    if (!environment.takeSample(ns)) {
      return command;
    }
    BsonDocument kept = new BsonDocument("filter", filterOf(command));
    for (String field : List.of("collation", "let")) {
      if (command.containsKey(field)) {
        kept.append(field, command.get(field));
      }
    }
    send(ns, environment.ids().uuid(), Docs.firstName(command), kept);
    return command;
  }

  private static BsonValue filterOf(BsonDocument command) {
    if (command.containsKey("pipeline")) {
      BsonArray pipeline = command.getArray("pipeline");
      BsonValue first = pipeline.isEmpty() ? new BsonDocument() : pipeline.get(0);
      return first.isDocument() && first.asDocument().isDocument("$match")
          ? first.asDocument().get("$match")
          : new BsonDocument();
    }
    String field = command.containsKey("find") ? "filter" : "query";
    return command.getDocument(field, new BsonDocument());
  }

  private BsonDocument batch(String db, BsonDocument command, String list) {
    Namespace ns = namespace(db, command);
    String name = Docs.firstName(command);
    BsonArray marked = new BsonArray();
    for (BsonValue operation : command.getArray(list, new BsonArray())) {
      if (!environment.takeSample(ns)) {
        marked.add(operation);
        continue;
      }
      BsonBinary id = environment.ids().uuid();
      BsonDocument kept =
          new BsonDocument(name, command.get(name)).append(list, new BsonArray(List.of(operation)));
      send(ns, id, name, kept);
      boolean isUpdate = name.equals("update");
      marked.add(isUpdate ? Docs.copyOf(operation.asDocument()).append("sampleId", id) : operation);
    }
    return Docs.copyOf(command).append(list, marked);
  }

  private BsonDocument findAndModify(String db, BsonDocument command) {
    Namespace ns = namespace(db, command);
    if (!environment.takeSample(ns)) {
      return command;
    }
    BsonBinary id = environment.ids().uuid();
    BsonDocument kept = new BsonDocument("findAndModify", command.get(Docs.firstName(command)));
    for (String field : KEPT) {
      if (command.containsKey(field)) {
        kept.append(field, command.get(field));
      }
    }
    send(ns, id, "findAndModify", kept);
    return Docs.copyOf(command).append("sampleId", id);
  }

  private static Namespace namespace(String db, BsonDocument command) {
    return new Namespace(db, command.getString(Docs.firstName(command)).getValue());
  }

  /** A sample that does not arrive is lost; the query goes on. */
  private void send(Namespace ns, BsonBinary id, String name, BsonDocument kept) {
    BsonDocument sample =
        new BsonDocument("_id", id).append("cmdName", new BsonString(name)).append("cmd", kept);
    BsonDocument request =
        new BsonDocument("_configsvrAddSampledQuery", new BsonString(ns.toString()))
            .append("sample", sample);
    try {
      environment.network().call(router, NodeId.CONFIG, "admin", request);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.HOST_UNREACHABLE)) {
        throw e;
      }
    }
  }
}
