package shardsh.js;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * A world in which predicates about a cluster are evaluated: they see {@code c}, {@code v} and
 * {@code same} and nothing else, and no program of a user can reach into it. What {@code c} has is
 * in {@code model.js}.
 */
public final class PredicateWorld implements AutoCloseable {

  /** What predicates ask about; plain data, made when they look at it. */
  public interface Facts {
    /**
     * One part of what {@code c} is made of, but events.
     *
     * @param name of the part, as {@code model.js} has it
     * @param of which one: of a shard, a router, a collection; empty where there is one
     * @return null where there is none
     */
    BsonValue part(String name, String of);

    /**
     * {@code c.events}.
     *
     * @param ofStep only those since the step began, {@code c.step.events}
     */
    BsonArray events(boolean ofStep);

    /** The place of the chunk with that key in the collection's list; -1 if there is none. */
    int chunkAt(String ns, BsonDocument key);

    /** The documents of a collection of {@code config}. */
    BsonArray config(String collection, BsonDocument filter);

    /**
     * The documents of any collection as the first router answers, by {@code _id}; none where it
     * refuses.
     */
    BsonArray documents(String ns, BsonDocument filter);
  }

  /**
   * How a predicate ended.
   *
   * @param value what it gave; empty when it threw or gave what is no data
   * @param isTrue whether that is true in JavaScript's sense
   * @param broken why nothing can be said; empty when it gave anything
   */
  public record Result(Optional<BsonValue> value, boolean isTrue, Optional<String> broken) {}

  private final JsEngine engine;
  private final Value model;
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final ListFeed feed = new ListFeed();
  private Facts facts;

  private PredicateWorld(JsEngine engine) {
    this.engine = engine;
    Value make = engine.own("model.js");
    ProxyExecutable part =
        arguments ->
            engine
                .values()
                .toOwnGuest(facts.part(arguments[0].asString(), arguments[1].asString()));
    ProxyExecutable chunkAt =
        arguments -> facts.chunkAt(arguments[0].asString(), document(arguments[1]));
    ProxyExecutable events =
        arguments -> {
          boolean ofStep = arguments[0].asBoolean();
          String name = ofStep ? "events of the step" : "events";
          return engine.values().toOwnGuest(feed.next(name, facts.events(ofStep)));
        };
    ProxyExecutable config =
        arguments ->
            engine
                .values()
                .toOwnGuest(facts.config(arguments[0].asString(), document(arguments[1])));
    ProxyExecutable same =
        arguments ->
            engine.values().toBson(arguments[0]).equals(engine.values().toBson(arguments[1]));
    ProxyExecutable documents =
        arguments -> {
          String ns = arguments[0].asString();
          BsonDocument filter = document(arguments[1]);
          return engine
              .values()
              .toOwnGuest(feed.next(ns + " " + filter, facts.documents(ns, filter)));
        };
    ProxyExecutable areEqual =
        arguments -> feed.areEqual(arguments[0].asInt(), arguments[1].asInt());
    model = make.execute(part, chunkAt, events, config, same, documents, areEqual);
  }

  /**
   * A new one that shares parsed code with an engine.
   *
   * @param limits of one evaluation
   */
  public static PredicateWorld beside(JsEngine engine, EnginePorts ports, EngineLimits limits) {
    return new PredicateWorld(engine.isolated(ports, limits));
  }

  private BsonDocument document(Value value) {
    BsonValue given = engine.values().toBson(value);
    if (!given.isDocument()) {
      throw new IllegalArgumentException("not a document: " + given);
    }
    return given.asDocument();
  }

  /** From now on {@code c} is made of these. */
  public void look(Facts newFacts) {
    facts = newFacts;
    Value c = engine.guarded(() -> model.execute());
    engine.define("c", c);
  }

  /** The value of an expression, or of the body of a function. */
  public Result evaluate(String js) {
    Evaluation ended;
    try {
      ended = engine.evaluate(source(js), "predicate", SourceKind.FILE);
    } catch (RuntimeException e) {
      return broken(String.valueOf(e.getMessage()));
    }
    if (ended instanceof Evaluation.Completed completed) {
      return result(completed.value());
    }
    feed.forget();
    if (ended instanceof Evaluation.Failed failed) {
      return broken(failed.error().name() + ": " + failed.error().message());
    }
    if (ended instanceof Evaluation.LimitReached limit) {
      return broken("it reached its limit of " + limit.limit().name().toLowerCase(Locale.ROOT));
    }
    return broken("it was stopped");
  }

  private Result result(GuestValue pair) {
    boolean isTrue = pair.raw().getMember("isTrue").asBoolean();
    GuestValue value = engine.wrap(pair.raw().getMember("value"));
    try {
      BsonValue data = engine.guarded(value::toData);
      return data instanceof BsonUndefined
          ? new Result(Optional.empty(), isTrue, Optional.empty())
          : new Result(Optional.of(data), isTrue, Optional.empty());
    } catch (ShellInputException | EndedException e) {
      return new Result(Optional.empty(), isTrue, Optional.empty());
    }
  }

  private static Result broken(String why) {
    return new Result(Optional.empty(), false, Optional.of(why));
  }

  /** Whether the text is an expression or the body of a function. */
  public boolean isProgram(String js) {
    return isExpression(js)
        || engine.completeness("(() => {\n" + js + "\n})()") == Completeness.COMPLETE;
  }

  private boolean isExpression(String js) {
    return engine.completeness("(\n" + js + "\n)") == Completeness.COMPLETE;
  }

  private String source(String js) {
    return sources.computeIfAbsent(
        js,
        text -> {
          String call = isExpression(text) ? "(\n" + text + "\n)" : "{\n" + text + "\n}";
          return "(() => { const value = (() => "
              + call
              + ")(); return {value, isTrue: Boolean(value)}; })()";
        });
  }

  @Override
  public void close() {
    engine.close();
  }
}
