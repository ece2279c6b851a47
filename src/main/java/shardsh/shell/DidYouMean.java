package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import shardsh.core.base.Namespace;
import shardsh.core.base.Nearest;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.cluster.ClusterNames;
import shardsh.core.cluster.OperatorReference;
import shardsh.js.EvaluationError;
import shardsh.js.api.ApiNames;
import shardsh.js.api.KnownObject;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Which name was meant by one that there is not: of a method, a word, an operator, a field, a
 * collection, a shard or a zone. Where the input is short, what is said is the input as it should
 * have been.
 */
final class DidYouMean {
  private static final Pattern NO_FUNCTION = Pattern.compile("^(\\S+) is not a function$");
  private static final Pattern ON_CONNECTION =
      Pattern.compile("^(connect\\(.*\\))\\.((rs|sh)\\.\\w+)$");
  private static final Pattern NOT_DEFINED = Pattern.compile("^(\\S+) is not defined$");
  private static final Pattern OF_UNDEFINED =
      Pattern.compile("^Cannot read propert(y|ies) .*\\bundefined\\b");
  private static final Pattern OF_SETTINGS = Pattern.compile("(?<![\\w.$])config\\.(\\w+)\\.");
  private static final Pattern LISTED = Pattern.compile("(?:; known: |: a range is )(.*)");
  private static final Pattern NAME = Pattern.compile("\\w+");
  private static final Pattern OPERATOR = Pattern.compile("\\$[A-Za-z]\\w*");

  /** As near to others as to the one that it is short for. */
  private static final Pattern HALF = Pattern.compile("\\$([gl])e\\b");

  /** A name without the dollar, at the end of the message. */
  private static final Pattern OF_BARE = Pattern.compile(": '?([A-Za-z]\\w*)'?$");

  private static final List<String> OF_OPERATORS =
      List.of(
          "unknown operator",
          "unknown top level operator",
          "Unrecognized pipeline stage",
          "Unrecognized expression",
          "unknown group operator",
          "Unknown modifier",
          "Unrecognized window function");

  /** Longer inputs are not repeated. */
  static final int LINE_MAX = 160;

  private final LiveSession session;

  DidYouMean(LiveSession session) {
    this.session = session;
  }

  /**
   * @param text the input that failed
   */
  Optional<String> of(EvaluationError error, String text) {
    String message = error.message();
    Matcher noFunction = NO_FUNCTION.matcher(message);
    if (noFunction.find()) {
      String callee = noFunction.group(1);
      return ofConnection(callee)
          .or(() -> new OtherObjects(session).uncalled(callee, text))
          .or(() -> method(callee, text));
    }
    Matcher notDefined = NOT_DEFINED.matcher(message);
    if (notDefined.find()) {
      return global(notDefined.group(1), text);
    }
    if (OF_UNDEFINED.matcher(message).find()) {
      return ofDatabaseConfig(text);
    }
    if (error.kind() == EvaluationError.Kind.SYNTAX) {
      return FullWidth.hint(text)
          .or(() -> word(text))
          .or(() -> SyntaxSlips.hint(text, error.place()));
    }
    if (OF_OPERATORS.stream().anyMatch(message::contains)) {
      return operator(message, text);
    }
    return error.kind() == EvaluationError.Kind.SERVER ? ofCluster(error, text) : Optional.empty();
  }

  /**
   * {@code config} alone is the settings of the shell, which have no members but their methods, and
   * no database.
   */
  private static Optional<String> ofDatabaseConfig(String text) {
    Matcher settings = OF_SETTINGS.matcher(text);
    return settings.find()
        ? Optional.of(
            "did you mean: " + settings.replaceFirst("db.getSiblingDB(\"config\").$1.").strip())
        : Optional.empty();
  }

  /** {@code connect(…).rs} is a collection of that name. */
  private static Optional<String> ofConnection(String callee) {
    Matcher own = ON_CONNECTION.matcher(callee);
    return own.matches()
        ? Optional.of(
            "db = "
                + own.group(1)
                + "   then "
                + own.group(2)
                + "(): "
                + own.group(3)
                + " follows db")
        : Optional.empty();
  }

  private Optional<String> method(String callee, String text) {
    CursorPlace place = CursorPlace.of(callee);
    return session
        .objects()
        .of(place.chain())
        .map(KnownObject::kind)
        .flatMap(
            kind ->
                said(place.typed(), methods(kind), text)
                    .or(
                        () ->
                            new OtherObjects(session).nearest(kind, callee, place.typed(), text)));
  }

  /** A method without its object, too: {@code moveChunk(…)}; and text without its quotes. */
  private Optional<String> global(String name, String text) {
    return ChineseWords.hint(name)
        .or(() -> bareNames().hint(name, text))
        .or(() -> said(name, globals(), text))
        .or(
            () ->
                text.contains(name + "(")
                    ? new OtherObjects(session).exact(ApiNames.GLOBALS, name, name, text)
                    : Optional.empty());
  }

  private BareNames bareNames() {
    Collection<String> processes =
        Stream.concat(session.world().cluster().routerIds().stream(), Stream.of(NodeId.CONFIG))
            .map(NodeId::toString)
            .toList();
    return new BareNames(
        names(), processes, session.engine().globalNames(), session.host().database());
  }

  private Collection<String> methods(ApiNames kind) {
    return ProfileMethods.of(session.objects(), kind, names(), profile());
  }

  private ClusterNames names() {
    return session.world().cluster().names();
  }

  private ServerProfile profile() {
    return session.world().cluster().profile();
  }

  private Collection<String> globals() {
    TreeSet<String> names = DirectWords.names();
    names.addAll(session.engine().globalNames());
    names.addAll(List.of("db", "sh", "rs", "sim", "config"));
    return names;
  }

  /** {@code shwo chunks} is no JavaScript, but nearly a word and what follows it. */
  private static Optional<String> word(String text) {
    List<Token> tokens = InputTokens.of(text.strip());
    boolean isLikeOne =
        tokens.size() > 2
            && tokens.get(0).kind() == Kind.WORD
            && !InputColours.isKeyword(tokens.get(0).in(text.strip()))
            && tokens.get(1).kind() == Kind.SPACE
            && tokens.get(2).kind() == Kind.WORD;
    return isLikeOne
        ? said(tokens.get(0).in(text.strip()), DirectWords.names(), text)
        : Optional.empty();
  }

  private Optional<String> operator(String message, String text) {
    List<String> known = new ArrayList<>();
    for (OperatorReference.Family family : OperatorReference.families()) {
      boolean isThisOne =
          message.contains("pipeline stage")
              ? family.name().equals("Stages")
              : message.contains("group operator")
                  ? family.name().equals("Accumulators")
                  : !family.name().equals("Stages");
      if (isThisOne) {
        known.addAll(family.known(profile()));
      }
    }
    Matcher bare = OF_BARE.matcher(message);
    if (bare.find() && known.contains("$" + bare.group(1))) {
      return Optional.of(meant(bare.group(1), "$" + bare.group(1), text));
    }
    Matcher half = HALF.matcher(message);
    if (half.find()) {
      return Optional.of(meant(half.group(), "$" + half.group(1) + "te", text));
    }
    Matcher operator = OPERATOR.matcher(message);
    while (operator.find()) {
      Optional<String> hint = said(operator.group(), known, text);
      if (hint.isPresent()) {
        return hint;
      }
    }
    return Optional.empty();
  }

  private Optional<String> ofCluster(EvaluationError error, String text) {
    String message = error.message();
    return switch (error.codeName().orElse("")) {
      case "ZoneNotFound" -> ofStrings(text, message, names().zones());
      case "NamespaceNotSharded", "NamespaceNotFound" ->
          ofStrings(text, message, namespaces(names())).or(() -> ofNamespaces(text));
      default ->
          message.contains("shard key")
              ? ofKey(text, names())
              : new UnknownParts(session).of(message, text).or(() -> ofListed(message, text));
    };
  }

  /** A name of the input that the message is about and that is nearly one of those it lists. */
  private static Optional<String> ofListed(String message, String text) {
    Matcher listed = LISTED.matcher(message);
    if (!listed.find()) {
      return Optional.empty();
    }
    List<String> known = NAME.matcher(listed.group(1)).results().map(MatchResult::group).toList();
    for (Token token : InputTokens.of(text)) {
      String name = token.in(text);
      if (token.kind() == Kind.WORD && message.substring(0, listed.start()).contains(name)) {
        Optional<String> hint = said(name, known, text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> namespaces(ClusterNames names) {
    return names.collections().stream().map(Namespace::toString).toList();
  }

  /** A namespace of the input, where the message does not say which it is about. */
  private Optional<String> ofNamespaces(String text) {
    for (Token token : InputTokens.of(text)) {
      String piece = token.in(text);
      if (token.kind() == Kind.STRING && !token.isOpen() && piece.indexOf('.') > 0) {
        Optional<String> hint =
            said(piece.substring(1, piece.length() - 1), namespaces(names()), text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  /** A string of the input that the message is about. */
  private static Optional<String> ofStrings(String text, String message, Collection<String> known) {
    for (Token token : InputTokens.of(text)) {
      if (token.kind() == Kind.STRING && !token.isOpen()) {
        String content = text.substring(token.start() + 1, token.end() - 1);
        if (!content.isEmpty() && message.contains(content)) {
          Optional<String> hint = said(content, known, text);
          if (hint.isPresent()) {
            return hint;
          }
        }
      }
    }
    return Optional.empty();
  }

  /** A field of the input that is nearly one of the shard key of a collection it names. */
  private static Optional<String> ofKey(String text, ClusterNames names) {
    List<String> key = new ArrayList<>();
    List<Token> tokens = InputTokens.of(text);
    for (Token token : tokens) {
      if (token.kind() == Kind.STRING && !token.isOpen()) {
        String content = text.substring(token.start() + 1, token.end() - 1);
        if (namespaces(names).contains(content)) {
          key.addAll(names.shardKey(Namespace.parse(content)));
        }
      }
    }
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() == Kind.WORD && text.charAt(tokens.get(i + 1).start()) == ':') {
        Optional<String> hint = said(token.in(text), key, text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  /** What to say about a name that is not among the known. */
  static Optional<String> said(String wrong, Collection<String> known, String text) {
    return Nearest.to(wrong, known).map(right -> meant(wrong, right, text));
  }

  /** The same about one that is known to have been meant. */
  static String meant(String wrong, String right, String text) {
    return corrected(text.strip(), wrong, right)
        .map(line -> "did you mean: " + line)
        .orElse("did you mean " + right + "?");
  }

  /** The input with the right name; empty if it is long or has the wrong one several times. */
  private static Optional<String> corrected(String text, String wrong, String right) {
    if (text.length() > LINE_MAX || text.indexOf('\n') >= 0) {
      return Optional.empty();
    }
    StringBuilder line = new StringBuilder();
    int count = 0;
    for (Token token : InputTokens.of(text)) {
      String piece = token.in(text);
      boolean isQuoted =
          token.kind() == Kind.STRING
              && !token.isOpen()
              && piece.substring(1, piece.length() - 1).equals(wrong);
      if (isQuoted) {
        count++;
        line.append(piece.charAt(0)).append(right).append(piece.charAt(0));
      } else if (token.kind() == Kind.WORD && piece.equals(wrong)) {
        count++;
        line.append(right);
      } else {
        line.append(piece);
      }
    }
    return count == 1 ? Optional.of(line.toString()) : Optional.empty();
  }
}
