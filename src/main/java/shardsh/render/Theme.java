package shardsh.render;

import java.util.function.Function;

/**
 * How each role looks on a terminal: the parameters of one SGR sequence, or empty for unchanged.
 * Values look as in mongosh (numbers yellow, strings green, null bold, dates plain); the rest is
 * ours. The basic colours are used, so the user's own palette decides, but for those of them that
 * are lost on a white screen or a black one: where more shards need a colour, tones between the two
 * are taken from the fixed 256.
 */
public final class Theme {
  public static final Theme STANDARD = new Theme(Theme::standard);

  /**
   * For terminals that have the basic colours only. In their usual palettes yellow, cyan and green
   * are lost on a white screen and blue on a black one; red, magenta, bright blue and grey are not.
   */
  public static final Theme BASIC = new Theme(Theme::basic);

  private final Function<Role, String> looks;

  private Theme(Function<Role, String> looks) {
    this.looks = looks;
  }

  /** The SGR parameters, e.g. {@code 1;31}; empty where the text stays as it is. */
  public String attributes(Role role) {
    return looks.apply(role);
  }

  private static String basic(Role role) {
    return switch (role) {
      case PLAIN, DATE, ID, CHUNK -> "";
      case SHARD_0, HINT, NUMBER, BOOLEAN, SPECIAL -> "94";
      case SHARD_1, STRING, SYMBOL -> "35";
      case SHARD_2, MOVED -> "1;94";
      case SHARD_3, JUMBO -> "1;35";
      case SHARD_4 -> "4;94";
      case SHARD_5 -> "4;35";
      case SHARD_6 -> "1;4;94";
      case SHARD_7 -> "1;4;35";
      case ROUTER, CONFIG, TITLE, NULL, NAME, KEYWORD, OK, SECTION -> "1";
      case STALE, WARN, REGEX -> "31";
      case BLOCKED, ERROR -> "1;31";
      case DIM, UNDEFINED -> "90";
      case MATCH -> "1;4";
    };
  }

  private static String standard(Role role) {
    return switch (role) {
      case PLAIN, DATE, ID -> "";
      case SHARD_0 -> "36";
      case SHARD_1 -> "35";
      case SHARD_2 -> "94";
      case SHARD_3 -> "32";
      case SHARD_4 -> "38;5;130";
      case SHARD_5 -> "38;5;97";
      case SHARD_6 -> "38;5;64";
      case SHARD_7 -> "38;5;131";
      case ROUTER -> "1";
      case CONFIG, TITLE, NULL, NAME, KEYWORD -> "1";
      case CHUNK -> "";
      case STALE, WARN -> "33";
      case MOVED -> "1;36";
      case JUMBO -> "1;35";
      case BLOCKED -> "31";
      case ERROR -> "1;31";
      case HINT -> "36";
      case DIM, UNDEFINED -> "90";
      case OK, STRING, SYMBOL -> "32";
      case SECTION -> "1;33";
      case NUMBER, BOOLEAN -> "33";
      case REGEX -> "31";
      case SPECIAL -> "36";
      case MATCH -> "1;4";
    };
  }
}
