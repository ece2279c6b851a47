package shardsh.core.rpc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.TypeNames;

/**
 * The fail points that are switched on, by process. Source: {@code sharding-facts.md}, section
 * 12.5. A real process has them only with {@code --setParameter enableTestCommands=1}.
 */
public final class FailPoints {
  private static final int STEPS = 6;

  /** Where a fail point stands. */
  public enum Place {
    SHARD,
    CONFIG
  }

  private enum Mode {
    OFF,
    ALWAYS_ON,
    TIMES,
    SKIP
  }

  /**
   * @param left how often it still is hit (times), or passed (skip)
   */
  private record Setting(Mode mode, long left, BsonDocument data, long entered) {}

  private static final Map<String, Place> KNOWN = known();
  private static final List<String> LEFT_OUT =
      List.of(
          "balancerShouldReturnRandomMigrations",
          "hangBeforeThrowWouldChangeOwningShard",
          "migrateThreadHangAtStep7",
          "moveChunkHangAtStep7",
          "overrideHistoryWindowInSecs",
          "reshardingPauseCoordinatorBeforeCompletion",
          "reshardingPauseCoordinatorBeforeInitializing",
          "reshardingPauseCoordinatorBeforePersistingStateTransition",
          "reshardingPauseCoordinatorBeforeRemovingStateDoc",
          "reshardingPauseCoordinatorBeforeStartingErrorFlow",
          "reshardingPauseDonorBeforeCatalogCacheRefresh",
          "reshardingPauseRecipientBeforeBuildingIndex",
          "reshardingPauseRecipientBeforeCloning");

  private final Map<NodeId, Map<String, Setting>> settings = new TreeMap<>();

  private static Map<String, Place> known() {
    Map<String, Place> places = new TreeMap<>();
    for (int step = 1; step <= STEPS; step++) {
      places.put("moveChunkHangAtStep" + step, Place.SHARD);
      places.put("migrateThreadHangAtStep" + step, Place.SHARD);
    }
    for (String name :
        List.of(
            "suspendRangeDeletion",
            "hangBeforeDoingDeletion",
            "failMigrationCommit",
            "migrationCommitNetworkError",
            "hangBeforeLeavingCriticalSection",
            "hangBeforePostMigrationCommitRefresh",
            "doNotRefreshRecipientAfterCommit",
            "hangBeforeMakingCommitDecisionDurable")) {
      places.put(name, Place.SHARD);
    }
    for (String name :
        List.of(
            "reshardingPauseRecipientDuringCloning",
            "reshardingPauseRecipientDuringOplogApplication",
            "reshardingPauseDonorAfterBlockingReads")) {
      places.put(name, Place.SHARD);
    }
    for (String name :
        List.of(
            "reshardingPauseCoordinatorAfterPreparingToDonate",
            "reshardingPauseCoordinatorBeforeCloning",
            "reshardingPauseCoordinatorInSteadyState",
            "reshardingPauseCoordinatorBeforeBlockingWrites",
            "reshardingPauseCoordinatorBeforeDecisionPersisted")) {
      places.put(name, Place.CONFIG);
    }
    places.put("migrationCommitVersionError", Place.CONFIG);
    places.put("overrideBalanceRoundInterval", Place.CONFIG);
    return places;
  }

  FailPoints copy() {
    FailPoints copy = new FailPoints();
    settings.forEach((node, own) -> copy.settings.put(node, new TreeMap<>(own)));
    return copy;
  }

  /**
   * Where a fail point stands.
   *
   * @throws CommandException FailPointSetFailed for a name that the model does not have
   */
  public static Place placeOf(String name) {
    if (LEFT_OUT.contains(name)) {
      throw CommandException.notModelled("the fail point " + name);
    }
    Place place = KNOWN.get(name);
    if (place == null) {
      throw new CommandException(
          ErrorCode.FAIL_POINT_SET_FAILED,
          name + " not found; shardsh has: " + String.join(", ", KNOWN.keySet()));
    }
    return place;
  }

  /**
   * Switches a fail point of one process.
   *
   * @param mode {@code "alwaysOn"}, {@code "off"}, {@code {times: n}} or {@code {skip: n}}
   * @return how often it was hit before
   * @throws CommandException FailPointSetFailed, BAD_VALUE or TYPE_MISMATCH
   */
  public long set(NodeId node, String name, BsonValue mode, BsonDocument data) {
    placeOf(name);
    Map<String, Setting> own = settings.computeIfAbsent(node, key -> new TreeMap<>());
    Setting before = own.get(name);
    long entered = before == null ? 0 : before.entered();
    own.put(name, parsed(mode, data, entered));
    return entered;
  }

  /** Switches all of them off. */
  public void clear() {
    settings.clear();
  }

  private static Setting parsed(BsonValue mode, BsonDocument data, long entered) {
    if (mode != null && mode.isString()) {
      return switch (mode.asString().getValue()) {
        case "alwaysOn" -> new Setting(Mode.ALWAYS_ON, 0, data, entered);
        case "off" -> new Setting(Mode.OFF, 0, data, entered);
        default ->
            throw new CommandException(
                ErrorCode.BAD_VALUE, "unknown mode: " + mode.asString().getValue());
      };
    }
    if (mode == null || !mode.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "'mode' must be a string or JSON object, got "
              + (mode == null ? "nothing" : TypeNames.of(mode)));
    }
    BsonDocument options = mode.asDocument();
    if (options.size() == 1 && options.isNumber("times")) {
      return new Setting(Mode.TIMES, notNegative(options, "times"), data, entered);
    }
    if (options.size() == 1 && options.isNumber("skip")) {
      return new Setting(Mode.SKIP, notNegative(options, "skip"), data, entered);
    }
    throw new CommandException(
        ErrorCode.BAD_VALUE,
        "'mode' must be \"off\", \"alwaysOn\", {times: n} or {skip: n}; activationProbability is"
            + " not modelled in shardsh");
  }

  private static long notNegative(BsonDocument options, String name) {
    long value = options.getNumber(name).longValue();
    if (value < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "'" + name + "' option to 'mode' must be positive");
    }
    return value;
  }

  /** Comes by a fail point of a process: its data if it takes effect, counted. */
  public Optional<BsonDocument> reach(NodeId node, String name) {
    Map<String, Setting> own = settings.get(node);
    Setting now = own == null ? null : own.get(name);
    if (now == null || now.mode() == Mode.OFF) {
      return Optional.empty();
    }
    if (now.mode() == Mode.SKIP && now.left() > 0) {
      own.put(name, new Setting(Mode.SKIP, now.left() - 1, now.data(), now.entered()));
      return Optional.empty();
    }
    if (now.mode() == Mode.TIMES && now.left() == 0) {
      return Optional.empty();
    }
    long left = now.mode() == Mode.TIMES ? now.left() - 1 : now.left();
    own.put(name, new Setting(now.mode(), left, now.data(), now.entered() + 1));
    return Optional.of(now.data());
  }

  /** Whether it takes effect for whoever comes by. */
  public boolean isHit(NodeId node, String name) {
    return reach(node, name).isPresent();
  }
}
