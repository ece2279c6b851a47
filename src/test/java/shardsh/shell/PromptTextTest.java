package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
            TestSettings.withHints(file.toString(), Optional.empty(), ScreenProfile.unicode(100)));

    session.submit(ScriptText.typed("mongosh --port 27102"), new NoOutput());
    String before = session.prompt();
    session.submit(ScriptText.typed("rs.initiate()"), new NoOutput());
    String after = session.prompt();
    session.end();

    assertEquals("test> ", before);
    assertEquals("s0 [direct: primary] test> ", after);
  }
}
