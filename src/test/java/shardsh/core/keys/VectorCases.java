package shardsh.core.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;

/** Files of cases under {@code vectors}, as Extended JSON. */
public final class VectorCases {

  /** Checks one case. */
  public interface Check {
    void run(BsonDocument test);
  }

  private VectorCases() {}

  public static BsonDocument file(String name) {
    try {
      Path path = Path.of("src/test/resources/vectors", name);
      return BsonDocument.parse(Files.readString(path, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One test for each case of a section; there must be {@code count} of them. */
  public static Stream<DynamicTest> tests(
      BsonDocument file, String section, int count, Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    for (BsonValue value : file.getArray(section)) {
      BsonDocument test = value.asDocument();
      String name = section + " " + tests.size() + " " + shortened(test);
      tests.add(DynamicTest.dynamicTest(name, () -> check.run(test)));
    }
    if (tests.size() != count) {
      throw new IllegalStateException(section + " has " + tests.size() + " cases, not " + count);
    }
    return tests.stream();
  }

  private static String shortened(BsonDocument test) {
    String text = test.toJson();
    return text.substring(0, Math.min(100, text.length()));
  }
}
