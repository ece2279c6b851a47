package shardsh.js;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.JavaScriptFunctions;

/**
 * Runs the functions that commands carry ({@code $function}, {@code $accumulator}) in a world of
 * their own, as the server does: they see nothing of the shell's. The world is made when first
 * asked for. Real servers run them in another engine, whose messages differ in wording.
 */
public final class ServerFunctions implements JavaScriptFunctions, AutoCloseable {
  private final Supplier<JsEngine> worlds;
  private Optional<JsEngine> world = Optional.empty();
  private final Map<String, Value> compiled = new LinkedHashMap<>();

  /**
   * @param worlds makes an empty world; asked once, and again after a limit that the one before did
   *     not survive
   */
  public ServerFunctions(Supplier<JsEngine> worlds) {
    this.worlds = worlds;
  }

  /**
   * {@inheritDoc}
   *
   * @throws CommandException JS_INTERPRETER_FAILURE for what the function throws or a text that is
   *     no function, INTERRUPTED when it was stopped
   */
  @Override
  public BsonValue call(String body, List<BsonValue> arguments) {
    JsEngine engine = engine();
    Value function = compiled.get(body);
    if (function == null) {
      function = compile(engine, body);
      compiled.put(body, function);
    }
    Value called = function;
    try {
      return engine.guarded(() -> asServer(engine, called, arguments));
    } catch (EndedException e) {
      throw failure(e.outcome());
    } catch (ShellInputException e) {
      throw failed(e.getMessage());
    }
  }

  /** Stops the function that runs; may be called from any thread. */
  public void interrupt() {
    world.ifPresent(JsEngine::interrupt);
  }

  private JsEngine engine() {
    if (world.isEmpty()) {
      compiled.clear();
      JsEngine made = worlds.get();
      made.guarded(() -> calculateWithLongs(made));
      world = Optional.of(made);
    }
    return world.get();
  }

  /** The server's NumberLong counts as a number in sums; that of the shell does not. */
  private static Value calculateWithLongs(JsEngine engine) {
    String text =
        "(long => { Object.getPrototypeOf(long).valueOf = function () {"
            + " return this.toNumber(); }; })";
    return engine.run(text, "longs").execute(engine.values().toGuest(new BsonInt64(0)));
  }

  private Value compile(JsEngine engine, String body) {
    Evaluation made = engine.evaluate("(" + body + "\n)", "function", SourceKind.FILE);
    if (!(made instanceof Evaluation.Completed done)) {
      throw failure(made);
    }
    if (!done.value().isFunction()) {
      throw failed("the text is no function: " + body);
    }
    return done.value().raw();
  }

  private static BsonValue asServer(JsEngine engine, Value function, List<BsonValue> arguments) {
    List<Object> guests = new ArrayList<>();
    for (BsonValue argument : arguments) {
      guests.add(engine.values().toOwnGuest(argument));
    }
    return doubles(engine.values().toBson(function.execute(guests.toArray())));
  }

  /** The server makes every number that JavaScript gives a double. */
  private static BsonValue doubles(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> new BsonDouble(value.asInt32().getValue());
      case ARRAY -> {
        BsonArray array = new BsonArray();
        value.asArray().forEach(element -> array.add(doubles(element)));
        yield array;
      }
      case DOCUMENT -> {
        BsonDocument document = new BsonDocument();
        value.asDocument().forEach((name, field) -> document.append(name, doubles(field)));
        yield document;
      }
      case END_OF_DOCUMENT -> new BsonUndefined();
      default -> value;
    };
  }

  private CommandException failure(Evaluation ended) {
    if (ended instanceof Evaluation.Failed failed) {
      EvaluationError error = failed.error();
      return failed(error.name() + ": " + error.message());
    }
    if (ended instanceof Evaluation.LimitReached) {
      close();
    }
    return new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted");
  }

  private static CommandException failed(String message) {
    return new CommandException(ErrorCode.JS_INTERPRETER_FAILURE, message);
  }

  @Override
  public void close() {
    world.ifPresent(JsEngine::close);
    world = Optional.empty();
  }
}
