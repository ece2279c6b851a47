package shardsh.js;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.types.ObjectId;

/** Time stands at 2024-11-01T12:00:00Z, chance is always 0.25, ids count upwards. */
public final class TestPorts implements EnginePorts {
  public static final long NOW = 1_730_462_400_000L;

  private final List<String> warnings = new ArrayList<>();
  private int ids;

  @Override
  public long nowMillis() {
    return NOW;
  }

  @Override
  public double nextRandom() {
    return 0.25;
  }

  @Override
  public ObjectId newObjectId() {
    return new ObjectId(String.format("6724be40%016x", ++ids));
  }

  @Override
  public BsonBinary newUuid() {
    return new BsonBinary(new UUID(0x6b0c63de00004000L, 0x8000000000000000L + ++ids));
  }

  @Override
  public void warn(String text) {
    warnings.add(text);
  }

  @Override
  public void interruptModel() {}

  public List<String> takeWarnings() {
    List<String> taken = new ArrayList<>(warnings);
    warnings.clear();
    return taken;
  }
}
