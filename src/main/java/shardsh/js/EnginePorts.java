package shardsh.js;

import org.bson.BsonBinary;
import org.bson.types.ObjectId;

/** What the engine asks of the world around it: time, chance, ids, and where warnings go. */
public interface EnginePorts {

  /** The time that {@code Date.now()} gives, in milliseconds since 1970. */
  long nowMillis();

  /** The next {@code Math.random()}: from 0 (included) to 1 (excluded). */
  double nextRandom();

  /** A new id for {@code ObjectId()} and for documents without {@code _id}. */
  ObjectId newObjectId();

  /** A new id for {@code UUID()}: binary, subtype 4. */
  BsonBinary newUuid();

  /** A warning for the user, one line, e.g. that a constructor may lose precision. */
  void warn(String text);

  /**
   * Asks a running command of the model to stop soon; called from another thread, together with
   * stopping the JavaScript. Does nothing if no command runs.
   */
  void interruptModel();
}
