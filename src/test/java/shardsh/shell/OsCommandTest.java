package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class OsCommandTest {

  @Test
  void commandIsFoundWithAndWithoutThePromptBeforeIt() {
    assertEquals(Optional.of(new OsCommand("mkdir")), OsCommand.match("$ mkdir -p ./cfg ./shard1"));
    assertEquals(Optional.of(new OsCommand("mkdir")), OsCommand.match("mkdir -p cfg"));
    assertEquals(Optional.of(new OsCommand("terraform")), OsCommand.match("$ terraform apply"));
  }

  @Test
  void javaScriptWithADollarSignOrAKnownNameIsNone() {
    for (String text :
        new String[] {"$ in x", "$ instanceof Map", "$.a", "$ + 1", "cat = 3", "ls(1)", "echo"}) {
      assertEquals(Optional.empty(), OsCommand.match(text), text);
    }
  }
}
