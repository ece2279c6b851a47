package shardsh.core.expr;

import java.util.function.DoubleSupplier;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.BsonOrder;

/**
 * What an expression is evaluated against: the root document, the variables bound so far, and the
 * operation's {@link Settings}. Immutable; {@code with…} gives a context that adds to this one.
 */
public final class EvaluationContext {

  /**
   * What stays the same throughout an operation.
   *
   * @param order how values compare: the operation's collation
   * @param now {@code $$NOW}
   * @param clusterTime {@code $$CLUSTER_TIME}, or null where there is none
   * @param random numbers from 0 to 1 for {@code $rand}, or null where it is not allowed
   * @param javaScript for {@code $function}, or null where there is none
   * @param profile the server whose operators may be used
   */
  public record Settings(
      BsonOrder order,
      BsonDateTime now,
      BsonTimestamp clusterTime,
      DoubleSupplier random,
      JavaScriptFunctions javaScript,
      ServerProfile profile) {

    /** Simple order, the epoch as now, no chance and no JavaScript; the newest server. */
    public static final Settings PLAIN =
        new Settings(BsonOrder.SIMPLE, new BsonDateTime(0), null, null, null, ServerProfile.V8_0);

    public Settings withOrder(BsonOrder other) {
      return new Settings(other, now, clusterTime, random, javaScript, profile);
    }

    public Settings withNowMillis(long millis) {
      return new Settings(
          order, new BsonDateTime(millis), clusterTime, random, javaScript, profile);
    }

    public Settings withClusterTime(BsonTimestamp time) {
      return new Settings(order, now, time, random, javaScript, profile);
    }

    public Settings withRandom(DoubleSupplier numbers) {
      return new Settings(order, now, clusterTime, numbers, javaScript, profile);
    }

    public Settings withProfile(ServerProfile server) {
      return new Settings(order, now, clusterTime, random, javaScript, server);
    }
  }

  private final Settings settings;
  private final BsonDocument root;
  private final Binding bindings;

  /** One variable and those bound before it. The value is null when the variable is missing. */
  private record Binding(String name, BsonValue value, Binding outer) {}

  private EvaluationContext(Settings settings, BsonDocument root, Binding bindings) {
    this.settings = settings;
    this.root = root;
    this.bindings = bindings;
  }

  /** A document in plain settings. */
  public static EvaluationContext of(BsonDocument root) {
    return new EvaluationContext(Settings.PLAIN, root, null);
  }

  public static EvaluationContext of(BsonDocument root, Settings settings) {
    return new EvaluationContext(settings, root, null);
  }

  /** The same operation and variables for another document. */
  public EvaluationContext withRoot(BsonDocument document) {
    return new EvaluationContext(settings, document, bindings);
  }

  /** One more variable, named without dollar signs; a null value makes it missing. */
  public EvaluationContext with(String variable, BsonValue value) {
    return new EvaluationContext(settings, root, new Binding(variable, value, bindings));
  }

  public Settings settings() {
    return settings;
  }

  /** How values compare in this operation. */
  public BsonOrder order() {
    return settings.order;
  }

  public BsonDocument root() {
    return root;
  }

  /** {@code $$CURRENT}: the root unless rebound; null when rebound to a missing value. */
  public BsonValue current() {
    for (Binding binding = bindings; binding != null; binding = binding.outer) {
      if (binding.name.equals("CURRENT")) {
        return binding.value;
      }
    }
    return root;
  }

  /**
   * The value of a variable, or null when it is missing.
   *
   * @throws CommandException Location17276 when nobody bound it
   */
  public BsonValue variable(String name) {
    for (Binding binding = bindings; binding != null; binding = binding.outer) {
      if (binding.name.equals(name)) {
        return binding.value;
      }
    }
    return systemVariable(name);
  }

  private BsonValue systemVariable(String name) {
    return switch (name) {
      case "ROOT", "CURRENT" -> root;
      case "REMOVE", "SEARCH_META" -> null;
      case "NOW" -> settings.now;
      case "CLUSTER_TIME" -> clusterTime();
      default ->
          throw new CommandException(
              ErrorCode.location(17276), "Use of undefined variable: " + name);
    };
  }

  private BsonValue clusterTime() {
    if (settings.clusterTime == null) {
      throw new CommandException(
          ErrorCode.location(51144), "Builtin variable '$$CLUSTER_TIME' is not available");
    }
    return settings.clusterTime;
  }
}
