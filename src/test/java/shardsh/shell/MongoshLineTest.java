package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MongoshLineTest {

  @Test
  void portAndScriptAreTaken() {
    MongoshLine line =
        MongoshLine.parse("$ mongosh --port 27102 --eval 'rs.status()'").orElseThrow();

    assertEquals("127.0.0.1:27102", line.address());
    assertEquals("test", line.database());
    assertEquals(Optional.of("rs.status()"), line.script());
  }

  @Test
  void databaseMayFollowThePort() {
    assertEquals(
        "shopdb", MongoshLine.parse("mongosh --port 27100 shopdb").orElseThrow().database());
  }

  @Test
  void addressMayBeWrittenWhole() {
    MongoshLine uri =
        MongoshLine.parse("mongosh \"mongodb://127.0.0.1:27100/shopdb?x=1\" --eval 'db'")
            .orElseThrow();
    MongoshLine plain = MongoshLine.parse("mongosh --quiet localhost:27101").orElseThrow();

    assertEquals("mongodb://127.0.0.1:27100/shopdb?x=1", uri.address());
    assertEquals("shopdb", uri.database());
    assertEquals("localhost:27101", plain.address());
    assertEquals("test", plain.database());
  }

  @Test
  void lineWithoutAProcessIsNone() {
    assertEquals(Optional.empty(), MongoshLine.parse("mongosh --eval 'rs.status()'"));
    assertEquals(Optional.empty(), MongoshLine.parse("mongosh --port 27102/config"));
  }
}
