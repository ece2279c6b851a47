package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is kept of inputs that may hold a secret. Source: mongosh's setting {@code redactHistory};
 * that lines with the usual names of passwords count among them is ours.
 */
public final class HistoryRule {
  private static final Pattern SECRET =
      Pattern.compile(
          "\\b(createUser|auth|updateUser|changeUserPassword|connect|Mongo)\\b"
              + "|passw(or)?d|passphrase|\\bpwd\\b|secret|token",
          Pattern.CASE_INSENSITIVE);

  private static final Map<String, Pattern> MASKS = new LinkedHashMap<>();

  static {
    MASKS.put("<mongodb uri>", Pattern.compile("mongodb(\\+srv)?://[^\\s\"'`]+"));
    MASKS.put("<email>", Pattern.compile("[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+"));
    MASKS.put("<ip address>", Pattern.compile("\\b\\d{1,3}(\\.\\d{1,3}){3}\\b"));
    MASKS.put("<path>", Pattern.compile("(?<=[\"'\\s])(/[\\w.-]+){2,}/?"));
  }

  private HistoryRule() {}

  /**
   * What is kept of an input, in the file and in memory; empty if nothing is.
   *
   * @param rule one of those of {@link PromptChoices#redactHistory()}
   */
  public static Optional<String> kept(String input, String rule) {
    if (rule.equals("keep")) {
      return Optional.of(input);
    }
    if (SECRET.matcher(input).find()) {
      return Optional.empty();
    }
    return Optional.of(rule.equals("remove-redact") ? masked(input) : input);
  }

  /** The input without mail addresses, addresses of hosts and paths, as mongosh masks them. */
  private static String masked(String input) {
    String masked = input;
    for (Map.Entry<String, Pattern> mask : MASKS.entrySet()) {
      masked = mask.getValue().matcher(masked).replaceAll(mask.getKey());
    }
    return masked;
  }
}
