package shardsh.js;

import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** One engine for all tests of the package, since starting one takes long. */
final class SharedEngine {
  static final TestPorts PORTS = new TestPorts();
  private static JsEngine engine;

  private SharedEngine() {}

  static synchronized JsEngine get() {
    if (engine == null) {
      engine = JsEngine.start(PORTS, EngineLimits.NONE);
    }
    return engine;
  }

  static Evaluation evaluate(String text) {
    return get().evaluate(text, "<shell>", SourceKind.INTERACTIVE);
  }

  static GuestValue value(String text) {
    Evaluation evaluation = evaluate(text);
    if (evaluation instanceof Evaluation.Completed completed) {
      return completed.value();
    }
    throw new AssertionError(text + " gave " + evaluation);
  }

  static BsonValue bson(String text) {
    return value(text).toBson();
  }

  static EvaluationError error(String text) {
    Evaluation evaluation = evaluate(text);
    if (evaluation instanceof Evaluation.Failed failed) {
      return failed.error();
    }
    throw new AssertionError(text + " gave " + evaluation);
  }

  /** The value as the prompt prints it. */
  static String printed(String text) {
    InspectNode node = value(text).inspect(InspectOptions.PROMPT);
    return ValueFormatter.print(node, InspectOptions.PROMPT).stream()
        .map(StyledLine::text)
        .collect(Collectors.joining("\n"));
  }
}
