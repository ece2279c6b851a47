package shardsh.shell;

import java.util.concurrent.CompletableFuture;
import org.bson.BsonBinary;
import org.bson.types.ObjectId;
import shardsh.js.EnginePorts;

/** The session's ports while the session is still being made; nobody asks before it is. */
final class LatePorts implements EnginePorts {
  private final CompletableFuture<SessionHost> host;

  LatePorts(CompletableFuture<SessionHost> host) {
    this.host = host;
  }

  @Override
  public long nowMillis() {
    return host.join().nowMillis();
  }

  @Override
  public double nextRandom() {
    return host.join().nextRandom();
  }

  @Override
  public ObjectId newObjectId() {
    return host.join().newObjectId();
  }

  @Override
  public BsonBinary newUuid() {
    return host.join().newUuid();
  }

  @Override
  public void warn(String text) {
    host.join().warn(text);
  }

  @Override
  public void interruptModel() {
    host.join().interruptModel();
  }
}
