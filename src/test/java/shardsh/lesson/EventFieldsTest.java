package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EventFieldsTest {
  private static final Path EVENTS = Path.of("src/main/java/shardsh/core/trace/ClusterEvent.java");

  private static final Pattern KIND =
      Pattern.compile("(?:return|->|\\w\\() *\"([a-z]+(?:\\.[a-z]+)*)\"[);]");

  @Test
  void everyKindOfEventCanBeCheckedFor() throws IOException {
    TreeSet<String> missing = new TreeSet<>();
    int found = 0;
    Matcher matcher = KIND.matcher(Files.readString(EVENTS));
    while (matcher.find()) {
      found++;
      missing.add(matcher.group(1));
    }
    missing.removeAll(EventFields.kinds());

    assertTrue(found > 40, "only " + found + " kinds were found");
    assertEquals(new TreeSet<>(), missing);
  }
}
