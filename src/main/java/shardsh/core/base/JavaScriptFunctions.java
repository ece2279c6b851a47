package shardsh.core.base;

import java.util.List;
import org.bson.BsonValue;

/** The port through which expressions call JavaScript; the core does not know the engine. */
@FunctionalInterface
public interface JavaScriptFunctions {

  /**
   * Calls a function given by its text.
   *
   * @param body the text, e.g. {@code function(a, b) { return a + b; }}
   * @param arguments values in order; a missing one is BSON undefined
   * @return what the function returned; BSON undefined for nothing
   */
  BsonValue call(String body, List<BsonValue> arguments);
}
