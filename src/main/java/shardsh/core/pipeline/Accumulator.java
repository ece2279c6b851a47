package shardsh.core.pipeline;

import org.bson.BsonValue;

/** The running state of one accumulator in one group. Mutable. */
public interface Accumulator {

  /** Includes a document's input value, which may be missing (null). */
  void add(BsonValue value);

  /** Includes what {@link #partial} of another state gave. */
  void combine(BsonValue partial);

  /** Everything seen so far, for a state elsewhere to combine. */
  BsonValue partial();

  /** The value; null (Java) leaves the field out. */
  BsonValue result();

  /** Whether the state keeps all values it is given, so that it grows with each. */
  default boolean keepsAll() {
    return false;
  }
}
