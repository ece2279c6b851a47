package shardsh.js.api;

import java.util.List;
import java.util.stream.Collectors;
import org.bson.BsonValue;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;
import shardsh.js.JsEngine;
import shardsh.js.SourceKind;
import shardsh.js.TestEngines;
import shardsh.render.InspectNode;
import shardsh.render.InspectOptions;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** A fresh world with the API over a fake router, on the engine that all tests share. */
final class ApiWorld {
  final FakeHost host = new FakeHost();
  final FakeConnection router = host.router;
  final JsEngine engine;
  final ShellApi api;

  ApiWorld() {
    engine = TestEngines.fresh(host);
    api = ShellApi.install(engine, host, () -> router, () -> "shop");
    router.take();
  }

  Evaluation evaluate(String js) {
    return engine.evaluate(js, "<shell>", SourceKind.INTERACTIVE);
  }

  /** What the prompt prints for the value of a line. */
  String printed(String js) {
    Evaluation evaluation = evaluate(js);
    if (evaluation instanceof Evaluation.Completed completed) {
      return text(api.result(completed.value()));
    }
    throw new AssertionError(js + " gave " + evaluation);
  }

  BsonValue value(String js) {
    Evaluation evaluation = evaluate(js);
    if (evaluation instanceof Evaluation.Completed completed) {
      return completed.value().toBson();
    }
    throw new AssertionError(js + " gave " + evaluation);
  }

  EvaluationError error(String js) {
    Evaluation evaluation = evaluate(js);
    if (evaluation instanceof Evaluation.Failed failed) {
      return failed.error();
    }
    throw new AssertionError(js + " gave " + evaluation);
  }

  /** Name and message of the error, as a script prints them. */
  String errorText(String js) {
    EvaluationError error = error(js);
    return error.name() + ": " + error.message();
  }

  /** The commands that the line sends. */
  List<String> sent(String js) {
    router.take();
    printed(js);
    return router.take();
  }

  private static String text(ShellResult result) {
    if (result instanceof ShellResult.Nothing) {
      return "";
    }
    if (result instanceof ShellResult.Plain plain) {
      InspectOptions options = plain.inFull() ? InspectOptions.DEEP : InspectOptions.PROMPT;
      return lines(ValueFormatter.print(plain.value().inspect(options), options));
    }
    if (result instanceof ShellResult.Lines text) {
      return lines(text.lines());
    }
    if (result instanceof ShellResult.Help help) {
      return lines(help.lines());
    }
    if (result instanceof ShellResult.Page page) {
      return text(page.page());
    }
    StringBuilder report = new StringBuilder();
    for (ShellResult.Section section : ((ShellResult.Report) result).sections()) {
      report.append(report.isEmpty() ? "" : "\n---\n").append(section.title()).append('\n');
      report.append(lines(ValueFormatter.print(section.value(), InspectOptions.PROMPT)));
    }
    return report.toString();
  }

  static String text(CursorPage page) {
    List<InspectNode.Item> items =
        page.nodes().stream()
            .map(InspectNode.Element::new)
            .map(InspectNode.Item.class::cast)
            .toList();
    String text =
        items.isEmpty()
            ? ""
            : lines(ValueFormatter.format(InspectNode.array(items), InspectOptions.DEEP));
    return text + (page.hasMore() ? "\nType \"it\" for more" : "");
  }

  private static String lines(List<StyledLine> lines) {
    return lines.stream().map(StyledLine::text).collect(Collectors.joining("\n"));
  }
}
