package shardsh.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import shardsh.cli.OptionTable.Row;
import shardsh.cli.OptionTable.Value;

/** The option table as picocli knows it, for help and completion scripts. */
final class Help {
  private Help() {}

  /** The text of {@code --help}. */
  static String text() {
    return new CommandLine(spec()).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  /** The text of {@code COMMAND --help}. */
  static String text(CommandTable.Command command) {
    CommandSpec spec = CommandSpec.create().name("shardsh " + command.name());
    spec.usageMessage()
        .width(100)
        .sortOptions(false)
        .synopsisHeading("")
        .customSynopsis(
            "", "  $ shardsh " + command.name() + " " + command.arguments().replace("%", "%%"))
        .description("", "  " + command.help().replace("%", "%%"), "", "  Options:", "");
    command.options().forEach(row -> spec.addOption(option(row)));
    if (command.name().equals("author")) {
      spec.usageMessage().footer(tools());
    }
    return new CommandLine(spec).getUsageMessage(CommandLine.Help.Ansi.OFF);
  }

  private static String[] tools() {
    List<String> lines = new ArrayList<>(List.of("", "  Tools:", ""));
    for (CommandTable.Tool tool : CommandTable.TOOLS) {
      lines.add(String.format("    %-25s %s", tool.name() + " " + tool.arguments(), tool.help()));
    }
    lines.add("");
    CommandTable.FILES.forEach(line -> lines.add("  " + line));
    return lines.toArray(String[]::new);
  }

  private static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("shardsh");
    spec.usageMessage()
        .width(100)
        .sortOptions(false)
        .synopsisHeading("")
        .customSynopsis(
            "", "  $ shardsh [options] [script.js ...]", "  $ shardsh COMMAND [arguments]")
        .description(
            "",
            "  A shell on a sharded MongoDB cluster that lives inside this program. Without a"
                + " script,",
            "  --eval or piped input it shows a prompt.",
            "",
            "  Options:",
            "")
        .footer(commands());
    OptionTable.ROWS.forEach(row -> spec.addOption(option(row)));
    return spec;
  }

  private static String[] commands() {
    List<String> lines = new ArrayList<>(List.of("", "  Commands:", ""));
    for (CommandTable.Command command : CommandTable.ROWS) {
      lines.add("    " + command.name() + " " + command.arguments());
      lines.add("                              " + command.help());
    }
    // picocli reads percent signs as its own.
    return lines.stream().map(line -> line.replace("%", "%%")).toArray(String[]::new);
  }

  private static OptionSpec option(Row row) {
    OptionSpec.Builder option =
        OptionSpec.builder(row.names().toArray(new String[0])).description(row.help());
    if (row.value() == Value.NONE) {
      return option.type(boolean.class).build();
    }
    return option
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity(row.value() == Value.NEEDED ? "1" : "0..1")
        .paramLabel(row.label())
        .build();
  }
}
