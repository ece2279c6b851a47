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
import shardsh.core.trace.ClusterEvent;

class EventFieldsTest {
  private static final Path EVENTS = Path.of("src/main/java/shardsh/core/trace");

  private static final Pattern KIND =
      Pattern.compile("(?:return|->|\\w\\() *\"([a-z]+(?:\\.[a-z]+)*)\"[);]");

  @Test
  void everyKindOfEventCanBeCheckedFor() throws IOException {
    TreeSet<String> missing = new TreeSet<>();
    int found = 0;
    for (Class<?> family : ClusterEvent.class.getPermittedSubclasses()) {
      Path source = EVENTS.resolve(family.getSimpleName() + ".java");
      Matcher matcher = KIND.matcher(Files.readString(source));
      while (matcher.find()) {
        found++;
        missing.add(matcher.group(1));
      }
    }
    missing.removeAll(EventFields.kinds());

    assertTrue(found > 40, "only " + found + " kinds were found");
    assertEquals(new TreeSet<>(), missing);
  }
}
