package shardsh.core.configsvr;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;

/** Sampling of queries, as routers and shards ask for it. See {@link QuerySamples}. */
final class QueryAnalyzerCommands {
  private static final int SINCE = 7;
  private static final double RATE_MAX = 50;

  private final QuerySamples samples;
  private final Environment environment;

  QueryAnalyzerCommands(CatalogState state) {
    this.samples = state.samples();
    this.environment = state.environment();
  }

  void addTo(Map<String, ConfigCommand> commands) {
    if (environment.profile().majorVersion() >= SINCE) {
      commands.put("_configsvrConfigureQueryAnalyzer", (db, command) -> configure(command));
      commands.put("_configsvrAddSampledQuery", (db, command) -> add(command));
    }
  }

  /**
   * {@code {_configsvrConfigureQueryAnalyzer: ns, collectionUuid, mode, samplesPerSecond?}}.
   *
   * @throws CommandException INVALID_OPTIONS or BAD_VALUE for a mode or a rate that cannot be
   */
  private BsonDocument configure(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_configsvrConfigureQueryAnalyzer").getValue());
    String mode = command.getString("mode").getValue();
    BsonValue rate = command.get("samplesPerSecond");
    if (!mode.equals("full") && !mode.equals("off")) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Enumeration value '"
              + mode
              + "' for field 'configureQueryAnalyzer.mode' is not a valid value.");
    }
    if (mode.equals("off") && rate != null) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "Cannot specify 'samplesPerSecond' when 'mode' is \"off\"");
    }
    if (mode.equals("full") && rate == null) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "'samplesPerSecond' must be specified when 'mode' is not \"off\"");
    }
    Optional<Double> perSecond = Optional.ofNullable(rate).map(QueryAnalyzerCommands::checked);
    return Replies.ok(
        samples.configure(
            ns, command.get("collectionUuid"), perSecond, environment.clock().nowMillis()));
  }

  private static double checked(BsonValue rate) {
    double perSecond = rate.asNumber().doubleValue();
    if (!(perSecond > 0)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "'samplesPerSecond' must be greater than 0");
    }
    if (perSecond > RATE_MAX) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "'samplesPerSecond' must be less than or equal to " + (int) RATE_MAX);
    }
    return perSecond;
  }

  /** {@code {_configsvrAddSampledQuery: ns, sample}}. */
  private BsonDocument add(BsonDocument command) {
    BsonDocument sample = command.getDocument("sample");
    BsonDocument row = new BsonDocument("_id", sample.get("_id"));
    row.append("ns", new BsonString(command.getString("_configsvrAddSampledQuery").getValue()));
    sample.forEach(row::putIfAbsent);
    samples.add(row, environment.clock().nowMillis());
    return Replies.ok();
  }
}
