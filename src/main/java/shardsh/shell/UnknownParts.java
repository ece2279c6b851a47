package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Which name was meant by one that a message complains about, where the shell knows what fits: what
 * Tab would have offered at that place in the input.
 */
final class UnknownParts {
  private static final Pattern NUMBERED = Pattern.compile("(.*\\D)(\\d{1,9})");
  private static final Pattern REMOVES =
      Pattern.compile("\\b(?:removeShard|(?:drop|delete)[A-Z]\\w*)\\b");

  /** A server does not say which hint it means. */
  private static final String NO_SUCH_HINT = "hint provided does not correspond";

  /** What the data has says nothing about what else may be there. */
  private static final List<String> OPEN = List.of("fields", "globals", "members");

  /** Calls that succeed whatever they name. */
  private static final List<String> EXISTING =
      List.of(
          "removeShardFromZone",
          "removeShardTag",
          "removeRangeFromZone",
          "removeTagRange",
          "load",
          "enableBalancing",
          "disableBalancing",
          "enableAutoMerger",
          "disableAutoMerger");

  /** Every name of an input has its place looked for, which takes long in a long one. */
  private static final int TAKEN_MAX = 1000;

  private static final List<String> OWNERS = List.of("sh", "sim");

  private static final int LISTED_MAX = 8;

  private final Completion completion;

  UnknownParts(LiveSession session) {
    this.completion = new Completion(session);
  }

  /**
   * @param text the input that failed
   */
  Optional<String> of(String message, String text) {
    List<Token> tokens = InputTokens.of(text);
    for (int i = 0; i < tokens.size(); i++) {
      Optional<String> hint =
          isName(tokens, i, text) ? of(tokens.get(i), message, text) : Optional.empty();
      if (hint.isPresent()) {
        return hint;
      }
    }
    return Optional.empty();
  }

  /**
   * The same of a call of {@code sh} or {@code sim} that takes a name as it is, though there is
   * nothing of that name; asked before the call.
   */
  Optional<String> ofTaken(String text) {
    if (text.length() > TAKEN_MAX) {
      return Optional.empty();
    }
    List<Token> tokens = InputTokens.of(text);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean isString = token.kind() == Kind.STRING;
      if (!isName(tokens, i, text)) {
        continue;
      }
      int start = isString ? token.start() + 1 : token.start();
      Optional<CursorPlace.Call> call = CursorPlace.of(text.substring(0, start)).call();
      if (call.filter(found -> takes(found, isString)).isPresent()) {
        String name = text.substring(start, isString ? token.end() - 1 : token.end());
        Optional<String> hint = DidYouMean.said(name, closed(text, start), text);
        if (hint.isPresent()) {
          return hint.map(said -> "there is no " + name + "; " + said);
        }
      }
    }
    return Optional.empty();
  }

  /** What fits at a place where nothing else is known to fit. */
  private List<String> closed(String text, int start) {
    return completion.candidates(text.substring(0, start), start).stream()
        .filter(candidate -> !OPEN.contains(candidate.group()))
        .map(Candidate::shown)
        .toList();
  }

  /** A string may be a new name, but for calls that undo or switch. */
  private static boolean takes(CursorPlace.Call call, boolean isString) {
    return isString
        ? EXISTING.contains(call.method())
        : call.owner().size() == 1 && OWNERS.contains(call.owner().get(0).name());
  }

  /** A string, or a name before a colon. */
  private static boolean isName(List<Token> tokens, int i, String text) {
    Token token = tokens.get(i);
    return token.kind() == Kind.STRING && !token.isOpen()
        || token.kind() == Kind.WORD
            && i + 1 < tokens.size()
            && text.charAt(tokens.get(i + 1).start()) == ':';
  }

  private Optional<String> of(Token token, String message, String text) {
    boolean isString = token.kind() == Kind.STRING;
    int start = isString ? token.start() + 1 : token.start();
    String name = text.substring(start, isString ? token.end() - 1 : token.end());
    boolean isMeant = isIn(name, message);
    if (name.isEmpty() || !isMeant && !message.contains(NO_SUCH_HINT)) {
      return Optional.empty();
    }
    List<String> known = new ArrayList<>();
    for (Candidate candidate : completion.candidates(text.substring(0, start), start)) {
      boolean fits = isMeant ? !OPEN.contains(candidate.group()) : isIndex(candidate);
      if (fits) {
        known.add(candidate.shown());
      }
    }
    return DidYouMean.said(name, known, text).or(() -> numbered(name, known, text));
  }

  private static boolean isIndex(Candidate candidate) {
    return candidate.group().equals("indexes");
  }

  private static boolean isIn(String word, String message) {
    return Pattern.compile("(?<![\\w$])" + Pattern.quote(word) + "(?!\\w)").matcher(message).find();
  }

  /**
   * A name that ends in a number and is too short for its letters to tell which was meant: all
   * there are and the one with the nearest number, which is no guess to offer where it would be
   * removed.
   */
  private static Optional<String> numbered(String wrong, List<String> names, String text) {
    Matcher given = NUMBERED.matcher(wrong);
    if (!given.matches() || names.contains(wrong)) {
      return Optional.empty();
    }
    List<String> alike = new ArrayList<>();
    String nearest = "";
    long least = Long.MAX_VALUE;
    for (String other : names) {
      Matcher right = NUMBERED.matcher(other);
      if (right.matches() && right.group(1).equals(given.group(1))) {
        alike.add(other);
        long far = Math.abs(Long.parseLong(right.group(2)) - Long.parseLong(given.group(2)));
        nearest = far < least ? other : nearest;
        least = Math.min(least, far);
      }
    }
    return alike.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "there "
                + (alike.size() == 1 ? "is " : "are ")
                + listed(alike)
                + (REMOVES.matcher(text).find()
                    ? ""
                    : "; " + DidYouMean.meant(wrong, nearest, text)));
  }

  private static String listed(List<String> names) {
    return names.size() <= LISTED_MAX
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, LISTED_MAX)) + " … (" + names.size() + ")";
  }
}
