package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessLineTest {

  @Test
  void pastedLineIsTakenApart() {
    ProcessLine line =
        ProcessLine.parse("$ mongod --shardsvr  --replSet shard1rs --port 27102 --dbpath ./d &");

    assertEquals("mongod", line.program());
    assertTrue(line.isShard());
    assertFalse(line.isConfigServer());
    assertEquals(Optional.of("shard1rs"), line.value("replSet"));
    assertEquals("127.0.0.1:27102", line.address());
  }

  @Test
  void valuesAfterAnEqualsSignAndOverSeveralLinesAreRead() {
    ProcessLine line =
        ProcessLine.parse("mongos --configdb=cfgrs/127.0.0.1:27101 \\\n  --port=27100");

    assertTrue(line.isRouter());
    assertEquals(Optional.of("cfgrs/127.0.0.1:27101"), line.value("configdb"));
    assertEquals("27100", line.port());
  }

  @Test
  void withoutAPortTheProgramsOwnIsMeant() {
    assertEquals("27017", ProcessLine.parse("mongod").port());
    assertEquals("27018", ProcessLine.parse("mongod --shardsvr --replSet a").port());
    assertEquals("27019", ProcessLine.parse("mongod --configsvr").port());
  }

  @Test
  void variableOfThatNameInAnExpressionIsNoProcess() {
    for (String text :
        new String[] {
          "mongod = 1", "mongod.port", "mongod - 1", "mongos + 1", "mongods", "mongod()"
        }) {
      assertFalse(ProcessLine.isOne(text), text);
    }
  }
}
