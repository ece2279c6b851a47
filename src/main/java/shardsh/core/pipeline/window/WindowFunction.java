package shardsh.core.pipeline.window;

import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A parsed function of {@code $setWindowFields}. Immutable. */
public interface WindowFunction {

  /**
   * One value per document of the partition; a null (Java) leaves the field out.
   *
   * @throws shardsh.core.base.CommandException with the server's code
   */
  BsonValue[] compute(WindowPartition partition);

  /** As explain prints it, with its window. */
  BsonDocument toBson();
}
