package shardsh.lesson;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;

/**
 * What a learner has done, in a file of the learner's own: {@code lesson-format.md}, section 14.
 * Each change reads the file anew under a lock, so that two shells at once lose nothing, and is
 * written through a temporary file. A file that cannot be read is set aside under another name,
 * never overwritten.
 */
public final class ProgressFile {
  private static final int SCHEMA = 1;
  private static final int LINKS_MAX = 40;
  private static final Object ONE_AT_A_TIME = new Object();

  private final Path file;
  private final Consumer<String> warnings;
  private final Set<String> told = new LinkedHashSet<>();

  /**
   * @param warnings takes what the learner should know, e.g. where a broken file has gone
   */
  public ProgressFile(Path file, Consumer<String> warnings) {
    this.file = file.toAbsolutePath();
    this.warnings = warnings;
  }

  public Path path() {
    return file;
  }

  /** {@code {schemaVersion, locale, lessons: {id: {…}}, resume}}; fresh when there is no file. */
  public BsonDocument read() {
    synchronized (ONE_AT_A_TIME) {
      try {
        return content();
      } catch (IOException e) {
        tellOnce(e.getMessage());
        return fresh();
      }
    }
  }

  private static BsonDocument fresh() {
    return new BsonDocument("lessons", new BsonDocument())
        .append("schemaVersion", new BsonInt32(SCHEMA));
  }

  /**
   * What is there; what cannot be read is set aside.
   *
   * @throws IOException when that cannot be done; then nothing may be written over it
   */
  private BsonDocument content() throws IOException {
    if (!Files.exists(file)) {
      return fresh();
    }
    if (Files.isDirectory(file)) {
      throw new IOException("the progress file " + file + " is a folder");
    }
    String why;
    try {
      BsonDocument found = json(Files.readString(file, StandardCharsets.UTF_8));
      Optional<String> fault =
          found.isNumber("schemaVersion") ? fault(found) : Optional.of("has no schemaVersion");
      if (fault.isEmpty()) {
        return found;
      }
      why = fault.get();
    } catch (IllegalArgumentException | IOException e) {
      why = "cannot be read";
    }
    setAside(why);
    return fresh();
  }

  /** Says what hinders every reading or writing the first time only. */
  private void tellOnce(String text) {
    if (told.add(text)) {
      warnings.accept(text);
    }
  }

  /**
   * What another shell has written, before it is taken in.
   *
   * @throws IllegalArgumentException if it is none; the message says why
   */
  public static BsonDocument parse(String text) {
    BsonDocument found = json(text);
    fault(found)
        .ifPresent(
            why -> {
              throw new IllegalArgumentException("it " + why);
            });
    return found;
  }

  private static BsonDocument json(String text) {
    try {
      return BsonDocument.parse(text);
    } catch (JsonParseException | BsonInvalidOperationException e) {
      throw new IllegalArgumentException("it is no JSON document", e);
    }
  }

  private static Optional<String> fault(BsonDocument found) {
    BsonValue version = found.get("schemaVersion", new BsonInt32(SCHEMA));
    if (version.isNumber() && version.asNumber().intValue() > SCHEMA) {
      return Optional.of(
          "is of version " + version.asNumber().intValue() + ", newer than this program knows");
    }
    if (!found.isDocument("lessons")) {
      return Optional.of("has no lessons in it");
    }
    for (Map.Entry<String, BsonValue> lesson : found.getDocument("lessons").entrySet()) {
      if (!lesson.getValue().isDocument() || !isSound(lesson.getValue().asDocument())) {
        return Optional.of("has what is no progress under '" + lesson.getKey() + "'");
      }
    }
    return Optional.empty();
  }

  /** Whether the fields that are read have the types that are written. */
  private static boolean isSound(BsonDocument lesson) {
    boolean isSound = true;
    for (String list : List.of("passed", "skipped")) {
      BsonValue ids = lesson.get(list, new BsonArray());
      isSound &= ids.isArray() && ids.asArray().stream().allMatch(BsonValue::isString);
    }
    for (String counts : List.of("hints", "attempts", "best")) {
      BsonValue numbers = lesson.get(counts, new BsonDocument());
      isSound &=
          numbers.isDocument()
              && numbers.asDocument().values().stream().allMatch(BsonValue::isNumber);
    }
    BsonValue guesses = lesson.get("predictions", new BsonDocument());
    return isSound
        && guesses.isDocument()
        && guesses.asDocument().values().stream().allMatch(BsonValue::isDocument)
        && lesson.get("revision", new BsonInt32(1)).isNumber();
  }

  private void setAside(String why) throws IOException {
    int number = 1;
    Path target = file.resolveSibling(file.getFileName() + ".aside-1");
    while (Files.exists(target)) {
      number++;
      target = file.resolveSibling(file.getFileName() + ".aside-" + number);
    }
    try {
      Files.move(file, target);
      warnings.accept("the progress file " + why + "; it is kept as " + target);
    } catch (IOException e) {
      throw new IOException(
          "the progress file " + file + " " + why + " and cannot be set aside", e);
    }
  }

  /**
   * Changes what is kept; what another shell has written meanwhile is seen by the change.
   *
   * @param change is given a copy to change
   */
  public void update(Consumer<BsonDocument> change) {
    synchronized (ONE_AT_A_TIME) {
      try {
        Files.createDirectories(file.getParent());
        Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        try (FileChannel channel =
                FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          BsonDocument now = content().clone();
          change.accept(now);
          if (lock.isValid()) {
            write(now);
          }
        }
      } catch (IOException e) {
        tellOnce("progress is not kept: " + file + " cannot be written");
      }
    }
  }

  private void write(BsonDocument content) throws IOException {
    Path target = behindLinks();
    Path temporary = Files.createTempFile(target.getParent(), "progress", ".tmp");
    try {
      Files.writeString(temporary, text(content), StandardCharsets.UTF_8);
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** The file that a link leads to, whether it is there yet or not: the link stays. */
  private Path behindLinks() throws IOException {
    Path target = file;
    for (int links = 0; Files.isSymbolicLink(target) && links < LINKS_MAX; links++) {
      target = target.resolveSibling(Files.readSymbolicLink(target)).normalize();
    }
    return target;
  }

  /** The file's text: sorted names, one entry a line, so that it can be kept in git. */
  public static String text(BsonDocument content) {
    StringBuilder out = new StringBuilder();
    write(content, "", out);
    return out.append('\n').toString();
  }

  private static void write(BsonValue value, String indent, StringBuilder out) {
    if (value.isDocument()) {
      BsonDocument document = value.asDocument();
      String separator = "{\n";
      for (String name : new TreeSet<>(document.keySet())) {
        out.append(separator).append(indent).append("  ").append(JsonText.quoted(name));
        out.append(": ");
        write(document.get(name), indent + "  ", out);
        separator = ",\n";
      }
      out.append(document.isEmpty() ? "{}" : "\n" + indent + "}");
    } else if (value.isArray()) {
      list(value.asArray(), indent, out);
    } else if (value.isString()) {
      out.append(JsonText.quoted(value.asString().getValue()));
    } else if (value.isBoolean()) {
      out.append(value.asBoolean().getValue());
    } else if (value.isNumber()) {
      out.append(ValueText.of(value));
    } else {
      out.append("null");
    }
  }

  private static void list(BsonArray list, String indent, StringBuilder out) {
    String separator = "[";
    for (BsonValue item : list) {
      out.append(separator);
      write(item, indent, out);
      separator = ", ";
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }
}
