package shardsh.shell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.api.Settings;

/** The settings behind {@code config}: those of mongosh that mean something here, and ours. */
final class SessionConfig implements Settings {
  private static final int HISTORY_LENGTH = 1000;
  private static final List<String> BOOLEANS =
      List.of("showStackTraces", "enableTelemetry", "statusLine", "signatures", "pager");
  private static final double SLOWEST = 0.1;
  private static final int FASTEST = 100;

  private final Map<String, BsonValue> defaults = new LinkedHashMap<>();
  private final Map<String, BsonValue> values;

  /** What was set, by the user or by a file of theirs, as opposed to what is so anyway. */
  private final Map<String, BsonValue> chosen = new LinkedHashMap<>();

  private Consumer<Map<String, BsonValue>> keeper = settings -> {};

  SessionConfig(String trace) {
    defaults.put("displayBatchSize", new BsonInt32(20));
    defaults.put("maxTimeMS", BsonNull.VALUE);
    defaults.put("enableTelemetry", BsonBoolean.FALSE);
    defaults.put("editor", BsonNull.VALUE);
    defaults.put("inspectCompact", new BsonInt32(3));
    defaults.put("inspectDepth", new BsonInt32(6));
    defaults.put("historyLength", new BsonInt32(HISTORY_LENGTH));
    defaults.put("showStackTraces", BsonBoolean.FALSE);
    defaults.put("redactHistory", new BsonString("remove"));
    defaults.put("trace", new BsonString(trace));
    defaults.put("locale", new BsonString("en"));
    defaults.put("statusLine", BsonBoolean.TRUE);
    defaults.put("signatures", BsonBoolean.TRUE);
    defaults.put("pager", BsonBoolean.TRUE);
    defaults.put("animationSpeed", new BsonInt32(1));
    values = new LinkedHashMap<>(defaults);
  }

  /**
   * Takes over what was chosen in former sessions, and hands on every further choice together with
   * those.
   *
   * @param former choices; what is no setting or no longer a value of one is passed over
   * @param fixed settings that keep the value they have for this session
   */
  void keepWith(
      Map<String, BsonValue> former,
      List<String> fixed,
      Consumer<Map<String, BsonValue>> newKeeper) {
    former.forEach(
        (key, value) -> {
          if (values.containsKey(key) && fault(key, value).isEmpty()) {
            chosen.put(key, value);
            if (!fixed.contains(key)) {
              values.put(key, value);
            }
          }
        });
    keeper = newKeeper;
  }

  /** Begins with the choices of a file, and keeps further ones there. */
  void keepIn(SettingsFile file, List<String> fixed) {
    keepWith(file.read(), fixed, file::write);
  }

  @Override
  public Map<String, BsonValue> all() {
    return Collections.unmodifiableMap(values);
  }

  @Override
  public Optional<String> set(String key, BsonValue value) {
    Optional<String> fault = fault(key, value);
    if (fault.isEmpty()) {
      values.put(key, value);
      chosen.put(key, value);
      keeper.accept(Collections.unmodifiableMap(chosen));
    }
    return fault;
  }

  @Override
  public void reset(String key) {
    values.put(key, defaults.get(key));
    chosen.remove(key);
    keeper.accept(Collections.unmodifiableMap(chosen));
  }

  /** Whether the user has set it, in this session or a former one. */
  boolean isChosen(String key) {
    return chosen.containsKey(key);
  }

  /** The value that a setting has as long as nobody sets it. */
  void startWith(String key, BsonValue value) {
    defaults.put(key, value);
    values.put(key, value);
  }

  private static Optional<String> fault(String key, BsonValue value) {
    if (BOOLEANS.contains(key)) {
      return value.isBoolean() ? Optional.empty() : Optional.of(key + " must be a boolean");
    }
    return switch (key) {
      case "displayBatchSize", "historyLength" ->
          isWhole(value, 1) ? Optional.empty() : Optional.of(key + " must be a positive integer");
      case "inspectDepth" ->
          isWhole(value, 0) ? Optional.empty() : Optional.of(key + " must be a positive integer");
      case "inspectCompact" ->
          isWhole(value, 0) || value.isBoolean()
              ? Optional.empty()
              : Optional.of(key + " must be a boolean or a positive integer");
      case "maxTimeMS" ->
          value.isNull() || isWhole(value, 1)
              ? Optional.empty()
              : Optional.of(key + " must be null or a positive integer");
      case "editor" ->
          value.isNull() || value.isString()
              ? Optional.empty()
              : Optional.of(key + " must be a string or null");
      case "trace", "locale", "redactHistory" -> oneOf(key, value, words(key));
      case "animationSpeed" ->
          isSpeed(value)
              ? Optional.empty()
              : Optional.of(key + " must be a number from " + SLOWEST + " to " + FASTEST);
      default -> Optional.empty();
    };
  }

  private static boolean isSpeed(BsonValue value) {
    return value.isNumber()
        && value.asNumber().doubleValue() >= SLOWEST
        && value.asNumber().doubleValue() <= FASTEST;
  }

  private static boolean isWhole(BsonValue value, int least) {
    return value.isNumber()
        && value.asNumber().doubleValue() == Math.rint(value.asNumber().doubleValue())
        && value.asNumber().doubleValue() >= least;
  }

  private static Optional<String> oneOf(String key, BsonValue value, List<String> words) {
    for (String word : words) {
      if (value.isString() && value.asString().getValue().equals(word)) {
        return Optional.empty();
      }
    }
    List<String> quoted = words.stream().map(word -> "'" + word + "'").toList();
    String last = quoted.get(quoted.size() - 1);
    String others = String.join(", ", quoted.subList(0, quoted.size() - 1));
    return Optional.of(
        key + " must be one of " + others + (words.size() > 2 ? "," : "") + " or " + last);
  }

  /** The words that a setting may be; none where it is no word. */
  static List<String> words(String key) {
    return switch (key) {
      case "trace" -> List.of("none", "summary", "full");
      case "locale" -> List.of("en", "zh");
      case "redactHistory" -> List.of("keep", "remove", "remove-redact");
      default -> List.of();
    };
  }

  /** Whether a setting is switched on and off. */
  static boolean isSwitch(String key) {
    return BOOLEANS.contains(key);
  }

  String text(String key) {
    return values.get(key).isString() ? values.get(key).asString().getValue() : "";
  }

  int number(String key) {
    return values.get(key).isNumber() ? values.get(key).asNumber().intValue() : 0;
  }

  boolean isOn(String key) {
    return values.get(key).isBoolean() && values.get(key).asBoolean().getValue();
  }

  PromptChoices prompt() {
    return new PromptChoices(
        isOn("statusLine"),
        isOn("signatures"),
        isOn("pager"),
        number("historyLength"),
        text("redactHistory"),
        text("editor"));
  }

  /** How fast messages travel on the screen; 1 is the usual speed. */
  double animationSpeed() {
    return values.get("animationSpeed").asNumber().doubleValue();
  }
}
