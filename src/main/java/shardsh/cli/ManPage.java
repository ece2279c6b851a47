package shardsh.cli;

import java.util.List;
import shardsh.cli.CommandTable.Command;
import shardsh.cli.OptionTable.Row;
import shardsh.cli.OptionTable.Value;
import shardsh.lesson.ClusterFiles;

/** The manual page, in the language of man(7), from the tables of options and commands. */
final class ManPage {
  private ManPage() {}

  static String text() {
    StringBuilder out = new StringBuilder();
    out.append(".TH SHARDSH 1 \"\" \"shardsh\" \"User Commands\"\n");
    section("NAME", "shardsh \\- a shell that shows how a sharded MongoDB cluster works", out);
    out.append(".SH SYNOPSIS\n.B shardsh\n[options] [script.js ...]\n.br\n");
    out.append(".B shardsh\n.I command\n[arguments]\n");
    section(
        "DESCRIPTION",
        "A shell in the manner of mongosh on a sharded cluster that lives inside the program:"
            + " routers, config servers and shards, deterministic, without a network. It shows a"
            + " prompt when standard input is a terminal and neither a script nor \\-\\-eval is"
            + " given. Otherwise it runs the evaluations and scripts in order, or else what is"
            + " piped in, and exits.",
        out);
    out.append(".SH OPTIONS\n");
    OptionTable.ROWS.forEach(row -> option(row, out));
    out.append(".SH CLUSTERS\n");
    out.append(escaped(String.join(", ", ClusterFiles.NAMES))).append("\n");
    out.append(".SH COMMANDS\n");
    for (Command command : CommandTable.ROWS) {
      out.append(".TP\n\\fB").append(command.name()).append("\\fR ");
      out.append(escaped(command.arguments())).append("\n");
      out.append(escaped(command.help())).append("\n");
      if (!command.options().isEmpty()) {
        out.append(".RS\n");
        if (command.name().equals("author")) {
          tools(out);
        }
        command.options().forEach(row -> option(row, out));
        out.append(".RE\n");
      }
    }
    out.append(".SH EXIT STATUS\n");
    status("0", "All well; for check: passed.", out);
    status("1", "The script threw, or the answer did not pass.", out);
    status("2", "Undecided: a limit on time, memory or statements was reached.", out);
    status("64", "Wrong usage.", out);
    status("65", "A broken lesson or cluster file.", out);
    status("66", "A file, lesson or cluster that is not there.", out);
    status("70", "A bug in shardsh; it says how to reproduce it.", out);
    status("130", "A script stopped by Ctrl-C.", out);
    out.append(".PP\nquit(n) and exit(n) give n.\n");
    out.append(".SH FILES\n");
    out.append(
        "History, settings and progress are in $SHARDSH_HOME, else $XDG_DATA_HOME/shardsh,\n");
    out.append(
        "else ~/.local/share/shardsh. The archive of loaded classes, which only makes the\n");
    out.append("start faster, is in $XDG_CACHE_HOME/shardsh, else ~/.cache/shardsh.\n");
    out.append(".SH ENVIRONMENT\n");
    status("JAVA_HOME", "The Java to run (17 or newer); else the one on the PATH.", out);
    status("NO_COLOR", "When set, no colours unless \\-\\-color always.", out);
    status(
        "TERM",
        "dumb: no colours, plain ASCII. xterm, linux and others without 256color, where COLORTERM"
            + " is not set: only colours that can be read on white and on black.",
        out);
    return out.toString();
  }

  private static void tools(StringBuilder out) {
    for (CommandTable.Tool tool : CommandTable.TOOLS) {
      out.append(".TP\n\\fB").append(tool.name()).append("\\fR ");
      out.append(escaped(tool.arguments())).append('\n').append(escaped(tool.help())).append('\n');
    }
    out.append(".PP\n").append(escaped(String.join("\n", CommandTable.FILES))).append('\n');
  }

  private static void section(String title, String text, StringBuilder out) {
    out.append(".SH ").append(title).append('\n').append(text).append('\n');
  }

  private static void status(String name, String text, StringBuilder out) {
    out.append(".TP\n.B ").append(name).append('\n').append(text).append('\n');
  }

  private static void option(Row row, StringBuilder out) {
    List<String> names = row.names();
    out.append(".TP\n.B ").append(escaped(String.join(", ", names)));
    if (row.value() == Value.NEEDED) {
      out.append(" \\fI").append(escaped(row.label())).append("\\fR");
    } else if (row.value() == Value.ATTACHED) {
      out.append("[=\\fI").append(escaped(row.label())).append("\\fR]");
    }
    out.append('\n').append(escaped(row.help())).append('\n');
  }

  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
