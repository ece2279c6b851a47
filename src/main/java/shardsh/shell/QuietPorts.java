package shardsh.shell;

import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.types.ObjectId;
import shardsh.js.EnginePorts;

/** What predicates of lessons get of time and chance: always the same. */
record QuietPorts(long nowMillis) implements EnginePorts {
  @Override
  public double nextRandom() {
    return 0.5;
  }

  @Override
  public ObjectId newObjectId() {
    return new ObjectId(new byte[12]);
  }

  @Override
  public BsonBinary newUuid() {
    return new BsonBinary(new UUID(0, 0));
  }

  @Override
  public void warn(String text) {}

  @Override
  public void interruptModel() {}
}
