package shardsh.core.expr.op;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PatternFault;
import shardsh.core.expr.PerlRegex;
import shardsh.core.expr.Values;

/**
 * {@code $regexFind}, {@code $regexFindAll} and {@code $regexMatch}; constant patterns compile
 * once.
 */
final class RegexOperators {

  /** What an operator answers. */
  private interface Answer {
    BsonValue without();

    BsonValue with(Matcher matcher, String input);
  }

  private static final Answer MATCH =
      new Answer() {
        @Override
        public BsonValue without() {
          return Values.bool(false);
        }

        @Override
        public BsonValue with(Matcher matcher, String input) {
          return Values.bool(matcher.find());
        }
      };

  private static final Answer FIND =
      new Answer() {
        @Override
        public BsonValue without() {
          return BsonNull.VALUE;
        }

        @Override
        public BsonValue with(Matcher matcher, String input) {
          return matcher.find()
              ? found(matcher, input.codePointCount(0, matcher.start()))
              : BsonNull.VALUE;
        }
      };

  private static final Answer FIND_ALL =
      new Answer() {
        @Override
        public BsonValue without() {
          return new BsonArray();
        }

        @Override
        public BsonValue with(Matcher matcher, String input) {
          return all(matcher, input);
        }
      };

  private final String name;
  private final Answer answer;
  private final Pattern compiled;

  private RegexOperators(String name, Answer answer, Pattern compiled) {
    this.name = name;
    this.answer = answer;
    this.compiled = compiled;
  }

  static OperatorParser match() {
    return parser(MATCH);
  }

  static OperatorParser find() {
    return parser(FIND);
  }

  static OperatorParser findAll() {
    return parser(FIND_ALL);
  }

  private static OperatorParser parser(Answer answer) {
    return (name, spec, scope) -> {
      CommandException notObject =
          Values.error(
              51103,
              name + " expects an object of named arguments but found: " + Values.typeName(spec));
      String unknown = name + " found unknown argument(s): ";
      String[] names = {"input", "regex", "options"};
      Named.Reader reader = Named.read(name, spec, scope, notObject, 31024, unknown, names);
      Expression[] arguments = {
        reader.required("input", 31022, name + " requires 'input' parameter"),
        reader.required("regex", 31023, name + " requires 'regex' parameter"),
        reader.optional("options")
      };
      RegexOperators operator = new RegexOperators(name, answer, constantPattern(name, arguments));
      return reader.expression(names, arguments, operator::evaluate);
    };
  }

  /** Null when the pattern is not the same for every document, or null. */
  private static Pattern constantPattern(String name, Expression[] arguments) {
    if (!(arguments[1] instanceof Constant regex)) {
      return null;
    }
    if (arguments[2] != null && !(arguments[2] instanceof Constant)) {
      return null;
    }
    if (Values.isNullish(regex.value())) {
      return null;
    }
    return pattern(name, regex.value(), Named.value(arguments[2], null));
  }

  private BsonValue evaluate(Expression[] arguments, EvaluationContext context) {
    BsonValue input = arguments[0].evaluate(context);
    Pattern pattern = compiled;
    if (!Values.isNullish(input) && !input.isString()) {
      throw Values.error(51104, name + " needs 'input' to be of type string");
    }
    if (pattern == null) {
      BsonValue regex = arguments[1].evaluate(context);
      BsonValue options = Named.value(arguments[2], context);
      if (Values.isNullish(regex)) {
        return answer.without();
      }
      pattern = pattern(name, regex, options);
    }
    if (Values.isNullish(input)) {
      return answer.without();
    }
    String text = input.asString().getValue();
    return answer.with(pattern.matcher(text), text);
  }

  private static Pattern pattern(String name, BsonValue regex, BsonValue options) {
    String text;
    String flags = "";
    if (regex instanceof BsonRegularExpression literal) {
      text = literal.getPattern();
      flags = literal.getOptions();
    } else if (regex instanceof BsonString string) {
      text = string.getValue();
    } else {
      throw Values.error(51105, name + " needs 'regex' to be of type string or regex");
    }
    if (!Values.isNullish(options)) {
      if (!options.isString()) {
        throw Values.error(51106, name + " needs 'options' to be of type string");
      }
      if (!flags.isEmpty()) {
        throw Values.error(
            51107, name + ": found regex option(s) specified in both 'regex' and 'option' fields");
      }
      flags = options.asString().getValue();
    }
    return compile(name, text, flags);
  }

  private static Pattern compile(String name, String text, String flags) {
    if (text.indexOf('\0') >= 0) {
      throw Values.error(51109, name + ": regular expression cannot contain an embedded null byte");
    }
    if (flags.indexOf('\0') >= 0) {
      throw Values.error(
          51110, name + ": regular expression options cannot contain an embedded null byte");
    }
    for (int i = 0; i < flags.length(); i++) {
      if (!PerlRegex.isOption(flags.charAt(i))) {
        throw Values.error(51108, name + " invalid flag in regex options: " + flags.charAt(i));
      }
    }
    try {
      return PerlRegex.compile(text, flags);
    } catch (PatternSyntaxException e) {
      throw Values.error(51111, "Invalid Regex in " + name + ": " + PatternFault.reason(e));
    }
  }

  private static BsonArray all(Matcher matcher, String input) {
    BsonArray matches = new BsonArray();
    int position = 0;
    int codePoints = 0;
    do {
      if (!matcher.find(position)) {
        break;
      }
      codePoints += input.codePointCount(position, matcher.start());
      matches.add(found(matcher, codePoints));
      int next = matcher.end();
      if (next == matcher.start()) {
        if (next >= input.length()) {
          break;
        }
        next = input.offsetByCodePoints(next, 1);
      }
      codePoints += input.codePointCount(matcher.start(), next);
      position = next;
    } while (position < input.length());
    return matches;
  }

  private static BsonDocument found(Matcher matcher, int codePointIndex) {
    BsonArray captures = new BsonArray();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      captures.add(group == null ? BsonNull.VALUE : new BsonString(group));
    }
    return new BsonDocument("match", new BsonString(matcher.group()))
        .append("idx", new BsonInt32(codePointIndex))
        .append("captures", captures);
  }
}
