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

  /** The text that it is; empty if it is anything else. */
  public Optional<String> asText() {
    return value.isString() ? Optional.of(value.asString()) : Optional.empty();
  }

  /**
   * The text that it gives when it is called without arguments; empty if it is no function or gives
   * anything else. For {@link JsEngine#guarded}.
   */
  public Optional<String> textOfCall() {
    return value.canExecute() ? new GuestValue(engine, value.execute()).asText() : Optional.empty();
  }

  /** Whether it is a function of the program's own. */
  public boolean isFunction() {
    return value.canExecute() && !value.isProxyObject();
  }

  /** Whether it is an error of JavaScript, thrown or not. */
  public boolean isError() {
    return engine.isError(value);
  }

  /** The text that a property of an object is; empty if it is anything else. */
  public Optional<String> text(String property) {
    Value member = value.hasMembers() ? value.getMember(property) : null;
    return member == null ? Optional.empty() : new GuestValue(engine, member).asText();
  }

  /**
   * The value as BSON; undefined is BSON's undefined.
   *
   * @throws ShellInputException if it cannot be stored, e.g. a function or a cycle
   */
  public BsonValue toBson() {
    return engine.values().toBson(value);
  }

  /**
   * The value as BSON without the functions inside of it.
   *
   * @throws ShellInputException if it cannot be stored, e.g. a cycle
   */
  public BsonValue toData() {
    return engine.values().toData(value);
  }

  /** The value as a tree to print, as far as the limits of the options reach. */
  public InspectNode inspect(InspectOptions options) {
    return engine.inspector().node(value, options);
  }
}
