package shardsh.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import shardsh.render.AnsiWriter;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.script.ScriptRunner;
import shardsh.script.ScriptRunner.ValueForm;
import shardsh.shell.LiveSession;
import shardsh.shell.ShellSession;
import shardsh.terminal.PromptRehearsal;
import shardsh.terminal.ReplSettings;

/**
 * A run without output that uses what most runs use. The head of the executable has one made in the
 * background, to get an archive of the loaded classes.
 */
final class Rehearsal {
  private static final String INPUT =
      """
      let rows = [1, 2, 3].map(n => ({n, text: "x" + n}))
      rows
      function twice(n) {
        return 2 * n }
      twice(new Date(0))
      new Map([[1, {a: [null, undefined, /x/g]}]])
      db.orders.insertOne({customerId: 470})
      db.orders.find({customerId: 470})
      for (let i = 0; i < 2; i++) {
        const at = new Date(Date.UTC(2024, 0, i)), part = (i % 2 + i * 1.5) / 100;
        db.orders.insertMany([{customerId: 470, at, part}, {customerId: i, text: "x" + part}]) }
      db.orders.updateOne({customerId: 470}, {$set: {part: 2}})
      db.orders.countDocuments({})
      db.orders.aggregate([{$match: {customerId: 470}}, {$group: {_id: "$at", n: {$sum: "$part"}}}])
      """;

  private Rehearsal() {}

  /**
   * @param use {@code prompt} or {@code run}
   */
  static void run(String use, Map<String, String> environment) throws IOException {
    boolean isPrompt = use.equals("prompt");
    Options options = OptionReader.read(Words.of(new String[] {"--quiet", "--json", "-e", "1"}));
    Screen.find(options, environment);
    ScreenProfile colours = new ScreenProfile(100, 30, true, true);
    Screen screen = new Screen(true, true, true, colours, true);
    AnsiWriter ansi = AnsiWriter.terminal(colours);
    Consumer<StyledLine> nowhere = ansi::line;
    try (ShellSession session = new LiveSession(Settings.of(options, screen, isPrompt))) {
      new ScriptRunner(session, nowhere, nowhere, ValueForm.CANONICAL_JSON, true)
          .eval("({a: 1})", true);
      ScriptRunner runner = new ScriptRunner(session, nowhere, nowhere, ValueForm.AS_PROMPT, true);
      runner.eval("1", true);
      if (isPrompt) {
        runner.eval("nothing.here", true);
      }
      runner.pipe(new StringReader(INPUT));
      if (!isPrompt) {
        return;
      }
      Path history = Files.createTempFile("shardsh", ".history");
      try {
        PromptRehearsal.run(session, new ReplSettings(colours, options.width(), history, true));
      } finally {
        Files.deleteIfExists(history);
      }
    }
  }
}
