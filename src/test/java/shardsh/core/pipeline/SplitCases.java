package shardsh.core.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The handed cases of optimizing, splitting, merging and explaining pipelines. */
public final class SplitCases {
  private static final Path FILE = Path.of("src/test/resources/vectors/split-handed.json");

  private SplitCases() {}

  public static Stream<BsonDocument> of(String kind) throws IOException {
    return BsonDocument.parse(Files.readString(FILE)).getArray("cases").stream()
        .map(BsonValue::asDocument)
        .filter(one -> one.getString("kind").getValue().equals(kind));
  }
}
