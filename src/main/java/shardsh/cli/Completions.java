package shardsh.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import shardsh.cli.CommandTable.Command;
import shardsh.cli.OptionTable.Row;
import shardsh.cli.OptionTable.Value;
import shardsh.lesson.ClusterFiles;
import shardsh.lesson.Course;
import shardsh.script.report.Reports;

/** Completion scripts for the user's own shell, made from the tables of options and commands. */
final class Completions {
  private Completions() {}

  /** The script for bash, zsh or fish, or the man page, by that word. */
  static String text(String what) {
    return switch (what) {
      case "bash" -> bash();
      case "zsh" -> zsh();
      case "fish" -> fish();
      case "man" -> ManPage.text();
      default ->
          throw new UsageException(
              "completions: '" + what + "' is not one of " + CommandTable.SHELLS);
    };
  }

  /** The words an option's value can be; empty where it is free, or a file. */
  private static List<String> choices(Row row) {
    if (row.name().equals("--cluster")) {
      return ClusterFiles.NAMES;
    }
    if (row.name().equals("--report")) {
      return Reports.names();
    }
    return row.label().contains("|") && row.label().equals(row.label().toLowerCase(Locale.ROOT))
        ? List.of(row.label().split("\\|"))
        : List.of();
  }

  /** The words that may follow a command; files may follow besides. */
  private static List<String> followers(Command command) {
    return takesLesson(command) ? Course.builtIn().ids() : command.words();
  }

  private static boolean takesLesson(Command command) {
    return command.arguments().contains("LESSON");
  }

  private static boolean takesFile(Row row) {
    return row.label().contains("FILE") || row.label().contains("PATH");
  }

  private static String bash() {
    StringBuilder out = new StringBuilder();
    out.append("# bash completion for shardsh; made by: shardsh completions bash\n");
    out.append("_shardsh_files() {\n");
    out.append("  local IFS=$'\\n' ending\n");
    out.append("  compopt -o filenames 2>/dev/null\n");
    out.append("  for ending; do\n");
    out.append("    COMPREPLY+=($(compgen -f -X \"!*.$ending\" -- \"$cur\"))\n");
    out.append("  done\n");
    out.append("  COMPREPLY+=($(compgen -d -- \"$cur\"))\n");
    out.append("}\n");
    out.append("_shardsh() {\n");
    out.append("  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n");
    out.append("  if [[ $cur == = ]]; then\n");
    out.append("    cur=''\n");
    out.append("  elif [[ $prev == = ]]; then\n");
    out.append("    prev=${COMP_WORDS[COMP_CWORD-2]}\n");
    out.append("  fi\n");
    out.append("  local command='' word i\n");
    out.append("  for ((i = 1; i < COMP_CWORD; i++)); do\n");
    out.append("    word=${COMP_WORDS[i]}\n");
    out.append("    case $word in\n");
    out.append("      ").append(String.join(" | ", CommandTable.names()));
    out.append(") command=$word; break ;;\n");
    out.append("    esac\n");
    out.append("  done\n");
    out.append("  COMPREPLY=()\n");
    out.append("  case $command in\n");
    out.append("    '')\n");
    bashValues(OptionTable.ROWS, out);
    bashWords(words(OptionTable.ROWS, CommandTable.names()), CommandTable.SCRIPTS, out);
    out.append("      ;;\n");
    for (Command command : CommandTable.ROWS) {
      out.append("    ").append(command.name()).append(")\n");
      bashValues(command.options(), out);
      bashWords(words(command.options(), followers(command)), command.files(), out);
      out.append("      ;;\n");
    }
    out.append("  esac\n");
    out.append("}\n");
    out.append("complete -o default -F _shardsh shardsh\n");
    return out.toString();
  }

  private static void bashValues(List<Row> rows, StringBuilder out) {
    out.append("      case $prev in\n");
    for (Row row : rows) {
      if (row.value() == Value.NEEDED) {
        List<String> choices = choices(row);
        out.append("        ").append(String.join(" | ", row.names())).append(") ");
        if (!choices.isEmpty()) {
          out.append("COMPREPLY=($(compgen -W '").append(String.join(" ", choices));
          out.append("' -- \"$cur\")); ");
          out.append(takesFile(row) ? "_shardsh_files yaml; " : "");
        } else if (takesFile(row)) {
          out.append("COMPREPLY=($(compgen -f -- \"$cur\")); ");
        }
        out.append("return ;;\n");
      }
    }
    out.append("      esac\n");
  }

  private static void bashWords(List<String> words, List<String> files, StringBuilder out) {
    out.append("      COMPREPLY=($(compgen -W '").append(String.join(" ", words));
    out.append("' -- \"$cur\"))\n");
    if (!files.isEmpty()) {
      out.append("      [[ $cur == -* ]] || _shardsh_files ").append(String.join(" ", files));
      out.append('\n');
    }
  }

  private static List<String> words(List<Row> rows, List<String> more) {
    List<String> words = new ArrayList<>(more);
    for (Row row : rows) {
      words.addAll(row.names());
    }
    return words;
  }

  private static String zsh() {
    StringBuilder out = new StringBuilder();
    out.append("#compdef shardsh\n");
    out.append("# zsh completion for shardsh; made by: shardsh completions zsh\n");
    out.append("_shardsh() {\n");
    out.append("  local context state line curcontext=$curcontext\n");
    out.append("  local -a commands\n");
    out.append("  commands=(\n");
    for (Command command : CommandTable.ROWS) {
      out.append("    '").append(command.name()).append(':');
      out.append(zshText(command.help())).append("'\n");
    }
    out.append("  )\n");
    out.append("  _arguments -C \\\n");
    OptionTable.ROWS.forEach(row -> zshOption(row, "    ", out));
    out.append("    '1: :->first' \\\n    '*:: :->rest'\n");
    out.append("  case $state in\n");
    out.append("    first) _describe -t commands command commands; ");
    out.append(zshFiles(CommandTable.SCRIPTS).replace("\"", "'")).append(" ;;\n");
    out.append("    rest)\n");
    out.append("      case $line[1] in\n");
    for (Command command : CommandTable.ROWS) {
      out.append("        ").append(command.name()).append(") _arguments \\\n");
      command.options().forEach(row -> zshOption(row, "          ", out));
      if (takesLesson(command)) {
        out.append("          '1:lesson:{compadd ").append(String.join(" ", followers(command)));
        out.append("; ").append(zshFiles(List.of("yaml"))).append("}' \\\n");
      } else if (!command.words().isEmpty()) {
        out.append("          '1:what:(").append(String.join(" ", command.words()));
        out.append(")' \\\n");
      }
      out.append("          '*:file:").append(zshFiles(command.files())).append("' ;;\n");
    }
    out.append("        *) ").append(zshFiles(CommandTable.SCRIPTS).replace("\"", "'"));
    out.append(" ;;\n");
    out.append("      esac\n      ;;\n  esac\n}\n");
    out.append("_shardsh \"$@\"\n");
    return out.toString();
  }

  private static void zshOption(Row row, String indent, StringBuilder out) {
    for (String name : row.names()) {
      String text = "[" + zshText(row.help()).replace("[", "\\[").replace("]", "\\]") + "]";
      String more =
          switch (row.value()) {
            case NONE -> "";
            case NEEDED -> ":value:" + zshValues(row);
            case ATTACHED -> ":value:(" + row.label().replace('|', ' ') + ")";
          };
      String spelling =
          switch (row.value()) {
            case NONE -> name;
            case NEEDED -> name.startsWith("--") ? name + "=" : name;
            case ATTACHED -> name + "=-";
          };
      out.append(indent).append("'*").append(spelling).append(text);
      out.append(row.value() == Value.ATTACHED ? ":" + more : more).append("' \\\n");
    }
  }

  /** The files with one of those endings, and folders. */
  private static String zshFiles(List<String> endings) {
    return endings.isEmpty() ? " " : "_files -g \"*.(" + String.join("|", endings) + ")(-.)\"";
  }

  private static String zshValues(Row row) {
    List<String> choices = choices(row);
    if (!choices.isEmpty() && takesFile(row)) {
      return "{compadd " + String.join(" ", choices) + "; " + zshFiles(List.of("yaml")) + "}";
    }
    if (!choices.isEmpty()) {
      return "(" + String.join(" ", choices) + ")";
    }
    return takesFile(row) ? "_files" : " ";
  }

  private static String zshText(String text) {
    return text.replace("'", "'\\''").replace(":", "\\:");
  }

  private static String fish() {
    StringBuilder out = new StringBuilder();
    out.append("# fish completion for shardsh; made by: shardsh completions fish\n");
    String none = "__fish_use_subcommand";
    for (Command command : CommandTable.ROWS) {
      out.append("complete -c shardsh -n ").append(none).append(" -a ").append(command.name());
      out.append(" -d ").append(fishText(command.help())).append('\n');
    }
    fishFiles(CommandTable.SCRIPTS, none, out);
    OptionTable.ROWS.forEach(row -> fishOption(row, none, out));
    for (Command command : CommandTable.ROWS) {
      String seen = "'__fish_seen_subcommand_from " + command.name() + "'";
      List<String> words = followers(command);
      if (!words.isEmpty()) {
        out.append("complete -c shardsh -f -n ").append(seen).append(" -a '");
        out.append(String.join(" ", words)).append("'\n");
      }
      fishFiles(command.files(), seen, out);
      command.options().forEach(row -> fishOption(row, seen, out));
    }
    return out.toString();
  }

  /** Files of other kinds are not offered; where none may follow, none at all. */
  private static void fishFiles(List<String> endings, String condition, StringBuilder out) {
    out.append("complete -c shardsh -f -n ").append(condition);
    if (!endings.isEmpty()) {
      out.append(" -k -a '(");
      for (String ending : endings) {
        out.append("__fish_complete_suffix .").append(ending).append("; ");
      }
      out.setLength(out.length() - 2);
      out.append(")'");
    }
    out.append('\n');
  }

  private static void fishOption(Row row, String condition, StringBuilder out) {
    out.append("complete -c shardsh -n ").append(condition);
    for (String name : row.names()) {
      out.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    List<String> choices = choices(row);
    if (row.value() == Value.NEEDED) {
      out.append(takesFile(row) ? " -r" : " -x");
    }
    if (!choices.isEmpty()) {
      String files = takesFile(row) ? " (__fish_complete_suffix .yaml)" : "";
      out.append(" -a '").append(String.join(" ", choices)).append(files).append("'");
    }
    out.append(" -d ").append(fishText(row.help())).append('\n');
  }

  private static String fishText(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
