package shardsh.core.rpc;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.trace.CallEvent;

/** Tells the trace of the two ends of each call. */
final class CallTrace {
  private final Environment environment;

  CallTrace(Environment environment) {
    this.environment = environment;
  }

  /**
   * A request that left.
   *
   * @param callId the number that its end is told under
   * @param name of the command
   * @param ns what the command names
   */
  record Sent(long callId, Network.Message message, String name, Namespace ns) {}

  Sent sent(Network.Message message) {
    long callId = environment.trace().newCallId();
    BsonDocument command = message.command();
    String name = Docs.firstName(command);
    Namespace ns = CommandNamespace.of(message.db(), command);
    environment
        .trace()
        .record(
            new CallEvent.RequestSent(
                callId,
                message.from(),
                message.to(),
                name,
                ns,
                versionOf(command),
                withoutOperations(command)));
    return new Sent(callId, message, name, ns);
  }

  /** Without what a write carries: the trace would hold on to every document that was inserted. */
  private static BsonDocument withoutOperations(BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "insert" -> without("documents", command);
      case "update" -> without("updates", command);
      case "delete" -> without("deletes", command);
      default -> command;
    };
  }

  private static BsonDocument without(String field, BsonDocument command) {
    BsonDocument rest = Docs.copyOf(command);
    rest.remove(field);
    return rest;
  }

  private static Optional<ChunkVersion> versionOf(BsonDocument command) {
    return VersionFields.shardVersion(command).filter(sent -> !sent.isIgnored());
  }

  /** No answer came, for that reason. */
  void failed(Sent sent, String reason) {
    Network.Message message = sent.message();
    environment
        .trace()
        .record(
            new CallEvent.CallFailed(
                sent.callId(), message.from(), message.to(), sent.name(), sent.ns(), reason));
  }

  /** The answer came back, {@code ok: 1} or {@code ok: 0}. */
  void answered(Sent sent, BsonDocument reply) {
    boolean ok = Replies.isOk(reply);
    environment
        .trace()
        .record(
            new CallEvent.ReplyReceived(
                sent.callId(),
                sent.message().to(),
                sent.message().from(),
                sent.name(),
                sent.ns(),
                ok,
                reply.getInt32("code", new BsonInt32(0)).getValue(),
                ok ? "" : reply.getString("codeName", new BsonString("")).getValue(),
                Replies.documentsIn(reply),
                Replies.isIdle(sent.name(), reply)));
  }
}
