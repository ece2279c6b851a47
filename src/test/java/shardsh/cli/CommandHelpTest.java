package shardsh.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CommandHelpTest {

  @Test
  void everyCommandHasHelpWithAllOfItsOptions() {
    for (CommandTable.Command command : CommandTable.ROWS) {
      String text = Help.text(command);

      assertTrue(text.contains("$ shardsh " + command.name() + " " + command.arguments()), text);
      assertTrue(text.contains(command.help()), text);
      command.options().forEach(row -> assertTrue(text.contains(row.name()), text));
    }
  }

  @Test
  void helpOfAuthorNamesEachTool() {
    CommandTable.Command author = CommandTable.find("author").orElseThrow();

    author
        .words()
        .forEach(tool -> assertTrue(Help.text(author).contains("\n    " + tool + " "), tool));
    assertTrue(
        Help.text(author).contains("Without files lint, test and i18n take the whole course"));
    assertTrue(Help.text(author).contains("A folder means the files *.lesson.yaml in and below"));
  }

  @Test
  void manPageNamesEachToolOfAuthorAndSaysWhatTheyTakeWithoutFiles() {
    String page = ManPage.text();

    for (CommandTable.Tool tool : CommandTable.TOOLS) {
      assertTrue(page.contains("\\fB" + tool.name() + "\\fR " + tool.arguments()), tool.name());
    }
    assertTrue(page.contains("\nWithout files lint, test and i18n take the whole course.\n"), page);
    assertTrue(page.contains("\nA folder means the files *.lesson.yaml in and below it.\n"), page);
  }
}
