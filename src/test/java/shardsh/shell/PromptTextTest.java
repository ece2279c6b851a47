package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shardsh.render.ScreenProfile;

class PromptTextTest {
  @TempDir Path folder;

  @Test
  void memberOfASetThatIsNotInitiatedIsNoPrimaryYet() throws Exception {
    Path file = folder.resolve("bare.yaml");
    Files.writeString(
        file, "format: 1\ntopology: {shards: [s0], initiated: false}\nprofile: \"8.0\"\n");
    LiveSession session =
        new LiveSession(
            new SessionSettings(
                file.toString(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                SessionSettings.TraceLevel.NONE,
                false,
                new ScreenProfile(100, 0, true, false),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty()));

    session.submit(ScriptText.typed("mongosh --port 27102"), new NoOutput());
    String before = session.prompt();
    session.submit(ScriptText.typed("rs.initiate()"), new NoOutput());
    String after = session.prompt();
    session.end();

    assertEquals("test> ", before);
    assertEquals("s0 [direct: primary] test> ", after);
  }
}
