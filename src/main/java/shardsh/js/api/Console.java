package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Value;
import shardsh.js.GuestValue;
import shardsh.render.InspectNode;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectOptions;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** {@code console}: prints as the prompt does. */
@NotModelled({"time", "timeEnd", "trace", "assert", "count", "group", "groupEnd"})
final class Console extends ApiObject {

  Console(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "Console";
  }

  @Override
  String callPrefix() {
    return "console.";
  }

  /** Each argument as the prompt prints it, joined by spaces. */
  static List<StyledLine> lines(ShellApi api, Args args, InspectOptions options) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    for (int i = 0; i < args.size(); i++) {
      List<StyledLine> value = value(api, args.raw(i), options);
      int last = lines.size() - 1;
      StyledLine before = lines.get(last);
      if (i > 0) {
        before = before.plus(StyledLine.of(Span.plain(" ")));
      }
      lines.set(last, value.isEmpty() ? before : before.plus(value.get(0)));
      lines.addAll(value.subList(Math.min(1, value.size()), value.size()));
    }
    return lines;
  }

  private static List<StyledLine> value(ShellApi api, Value value, InspectOptions options) {
    if (value.isString()) {
      return StyledLine.lines(value.asString(), Role.PLAIN);
    }
    if (value.isProxyObject()
        && value.asProxyObject() instanceof AbstractCursor cursor
        && !cursor.awaitsMore()) {
      List<Item> items = new ArrayList<>();
      cursor.page(api.batchSize()).nodes().forEach(node -> items.add(new Element(node)));
      return ValueFormatter.format(InspectNode.array(items), InspectOptions.DEEP);
    }
    if (value.isProxyObject() && value.asProxyObject() instanceof StatsReport report) {
      return new ShellResult.Report(report.sections()).lines(options);
    }
    if (value.isProxyObject() && value.asProxyObject() instanceof HelpText help) {
      return help.lines();
    }
    if (value.isProxyObject() && value.asProxyObject() instanceof ApiObject object) {
      return StyledLine.lines(object.display(), Role.PLAIN);
    }
    GuestValue guest = api.engine().wrap(value);
    InspectOptions limits = guest.isFromServer() ? options.unlimited() : options;
    return ValueFormatter.print(guest.inspect(limits), limits);
  }

  private Object print(Args args) {
    api.host().print(lines(api, args, InspectOptions.PROMPT));
    return api.engine().values().undefined();
  }

  @ShellMethod(usage = "console.log({a: 1})", help = "Prints values on one line.", counts = false)
  Object log(Args args) {
    return print(args);
  }

  @ShellMethod(usage = "console.info({a: 1})", help = "The same as console.log.", counts = false)
  Object info(Args args) {
    return print(args);
  }

  @ShellMethod(usage = "console.debug({a: 1})", help = "The same as console.log.", counts = false)
  Object debug(Args args) {
    return print(args);
  }

  @ShellMethod(usage = "console.warn({a: 1})", help = "The same as console.log.", counts = false)
  Object warn(Args args) {
    return print(args);
  }

  @ShellMethod(usage = "console.error({a: 1})", help = "The same as console.log.", counts = false)
  Object error(Args args) {
    return print(args);
  }

  @ShellMethod(usage = "console.dir({a: 1})", help = "The same as console.log.", counts = false)
  Object dir(Args args) {
    return print(args);
  }

  @ShellMethod(
      usage = "console.table([{a: 1}, {a: 2}])",
      help = "Prints the entries of a list or object as rows.",
      counts = false)
  Object table(Args args) {
    Value parts = api.engine().table(args.raw(0), args.raw(1));
    api.host()
        .print(
            parts.isNull()
                ? lines(api, args, InspectOptions.PROMPT)
                : ConsoleTable.lines(api.engine(), parts));
    return api.engine().values().undefined();
  }

  @ShellMethod(usage = "console.clear()", help = "Clears the screen.", counts = false)
  Object clear(Args args) {
    api.host().clearScreen();
    return api.engine().values().undefined();
  }
}
