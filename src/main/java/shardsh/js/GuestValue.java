package shardsh.js;

import java.util.Optional;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.Proxy;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;

/** A value of the program, alive: what it holds may change until the engine's next evaluation. */
public final class GuestValue {
  private final JsEngine engine;
  private final Value value;

  GuestValue(JsEngine engine, Value value) {
    this.engine = engine;
    this.value = value;
  }

  /** The value as the engine knows it; for {@code js.api}. */
  public Value raw() {
    return value;
  }

  public boolean isUndefined() {
    return engine.values().isUndefined(value);
  }

  /** Whether it is a document or array as a command gave it; mongosh prints those in full. */
  public boolean isFromServer() {
    return engine.values().isFromServer(value);
  }

  /** The Java object behind it, if the program's value is one of that type. */
  public <T> Optional<T> host(Class<T> type) {
    if (!value.isProxyObject()) {
      return Optional.empty();
    }
    Proxy proxy = value.asProxyObject();
    return type.isInstance(proxy) ? Optional.of(type.cast(proxy)) : Optional.empty();
  }

  /**
   * The value as BSON; undefined is BSON's undefined.
   *
   * @throws ShellInputException if it cannot be stored, e.g. a function or a cycle
   */
  public BsonValue toBson() {
    return engine.values().toBson(value);
  }

  /** The value as a tree to print, as far as the limits of the options reach. */
  public InspectNode inspect(InspectOptions options) {
    return engine.inspector().node(value, options);
  }
}
