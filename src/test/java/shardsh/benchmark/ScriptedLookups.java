package shardsh.benchmark;

import java.util.stream.Collectors;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.shell.LiveSession;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellOutput;
import shardsh.shell.Submission;
import shardsh.shell.TestSettings;

/** Lookups by the shard key from JavaScript, in a session as it is at the prompt. */
public final class ScriptedLookups {
  private static final String LOAD =
      """
      sh.shardCollection('shop.big', {_id: 1});
      sh.splitAt('shop.big', {_id: 33333});
      sh.splitAt('shop.big', {_id: 66666});
      sh.moveChunk('shop.big', {_id: 0}, 's0');
      sh.moveChunk('shop.big', {_id: 50000}, 's1');
      sh.moveChunk('shop.big', {_id: 90000}, 's2');
      for (let i = 0; i < 100; i++) {
        const batch = [];
        for (let k = 0; k < 1000; k++) {
          batch.push({_id: i * 1000 + k, customerId: k, status: 'new', items: [{qty: k}]});
        }
        db.big.insertMany(batch);
      }
      """;
  private static final String LOOK_UP =
      """
      var found = 0;
      for (let i = 0; i < 10000; i++) {
        if (db.big.findOne({_id: i * 7919 % 100000})) found++;
      }
      found
      """;

  /** Nothing of this prints on the way. */
  private static final class Silence implements ShellOutput {
    @Override
    public void print(StyledLine line) {}

    @Override
    public void warn(StyledLine line) {}

    @Override
    public void clearScreen() {}
  }

  private ScriptedLookups() {}

  public static void main(String[] arguments) {
    SessionSettings settings = TestSettings.on(ScreenProfile.unicode(80));
    LiveSession session = new LiveSession(settings);
    submit(session, LOAD);
    Stopwatch.time("lookups", () -> submit(session, LOOK_UP));
  }

  private static String submit(LiveSession session, String text) {
    Submission done = session.submit(ScriptText.typed(text), new Silence());
    String lines = done.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"));
    if (done.outcome() != Outcome.DONE) {
      throw new IllegalStateException(lines);
    }
    return lines;
  }
}
