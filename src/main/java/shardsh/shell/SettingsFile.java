package shardsh.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import shardsh.js.ExtendedJson;

/**
 * The settings that the user has changed, as a file of JSON that only they can read. A file that
 * cannot be read or written costs the settings and nothing else.
 */
final class SettingsFile {
  private final Path file;

  SettingsFile(Path file) {
    this.file = file;
  }

  Map<String, BsonValue> read() {
    try {
      return Files.exists(file)
          ? new LinkedHashMap<>(BsonDocument.parse(Files.readString(file, StandardCharsets.UTF_8)))
          : new LinkedHashMap<>();
    } catch (IOException | SecurityException | JsonParseException e) {
      return new LinkedHashMap<>();
    }
  }

  void write(Map<String, BsonValue> settings) {
    BsonDocument document = new BsonDocument();
    settings.forEach(document::append);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path fresh =
          Files.createTempFile(
              file.toAbsolutePath().getParent(),
              file.getFileName().toString(),
              ".new",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, ExtendedJson.text(document, true, 2), StandardCharsets.UTF_8);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      // The setting holds for this session.
    }
  }
}
