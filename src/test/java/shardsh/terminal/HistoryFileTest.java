package shardsh.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  @TempDir Path folder;

  @Test
  void entriesComeBackWithTheirLines() {
    Path file = folder.resolve("deep/history");
    new HistoryFile(file).append("f(\n1)");
    new HistoryFile(file).append("a\\nb");

    assertEquals(List.of("f(\n1)", "a\\nb"), new HistoryFile(file).load(1_000));
  }

  @Test
  void theFileIsTheUsersAlone() throws IOException {
    Path file = folder.resolve("history");
    new HistoryFile(file).append("1");

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
  }

  @Test
  void aFileThatGrewIsCutToTheLastThousand() throws IOException {
    Path file = folder.resolve("history");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      lines.add("line " + i);
    }
    Files.write(file, lines);

    List<String> loaded = new HistoryFile(file).load(1_000);

    assertEquals(1_000, loaded.size());
    assertEquals("line 2499", loaded.get(999));
    assertEquals(1_000, Files.readAllLines(file).size());
  }

  @Test
  void aPlaceThatCannotBeWrittenCostsNothingElse() throws IOException {
    Path blocked = Files.writeString(folder.resolve("file"), "x").resolve("history");
    HistoryFile history = new HistoryFile(blocked);

    history.append("1");

    assertEquals(List.of(), history.load(1_000));
  }

  @Test
  void whatIsNoFileIsLeftAsItIs() throws IOException {
    Path other = Files.createDirectory(folder.resolve("history"));
    Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwxr-xr-x"));
    HistoryFile history = new HistoryFile(other);

    assertEquals(List.of(), history.load(1_000));
    history.append("1");

    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(other)));
  }
}
