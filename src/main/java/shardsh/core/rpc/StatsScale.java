package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** What the sizes in statistics are divided by. */
public final class StatsScale {
  private StatsScale() {}

  /**
   * The {@code scale} of a collStats or a dbStats; 1 when it names none. Source: the manual's pages
   * on the two commands.
   */
  public static long of(BsonDocument command) {
    return (long) command.getNumber("scale", new BsonInt32(1)).doubleValue();
  }
}
