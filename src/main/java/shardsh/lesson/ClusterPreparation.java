package shardsh.lesson;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A step of the build: checks the built-in cluster files and writes each, with what it starts from
 * merged in, as JSON beside its copy in the program. A fault in one fails the build.
 */
public final class ClusterPreparation {
  private ClusterPreparation() {}

  /**
   * @param arguments the folder with the copies, {@code …/lessons/clusters} below the classes
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path file : files) {
      String name = file.getFileName().toString().replace(".yaml", "");
      Files.writeString(folder.resolve(name + ".json"), JsonText.of(datesAsNumbers(checked(file))));
    }
  }

  private static SourceNode checked(Path file) {
    Faults faults = new Faults();
    Optional<SourceNode> tree =
        new ClusterLoader(faults).text(Texts.read(file), file.getFileName().toString());
    tree.ifPresent(new ClusterReader(faults)::read);
    faults.throwIfAny();
    return tree.orElseThrow();
  }

  /** Dates as milliseconds: the text form costs the start of the program a date parser. */
  private static SourceNode datesAsNumbers(SourceNode node) {
    Optional<String> date = node.text("$date");
    if (date.isPresent()) {
      String millis = Long.toString(Instant.parse(date.get()).toEpochMilli());
      SourceNode number =
          SourceNode.scalar(SourceNode.Kind.TEXT, node.file(), node.line(), millis, false);
      return field(node, "$date", field(node, "$numberLong", number));
    }
    if (node.is(SourceNode.Kind.LIST)) {
      return SourceNode.list(
          node.file(),
          node.line(),
          node.items().stream().map(ClusterPreparation::datesAsNumbers).toList());
    }
    if (!node.is(SourceNode.Kind.MAP)) {
      return node;
    }
    Map<String, SourceNode> fields = new LinkedHashMap<>(node.fields());
    fields.replaceAll((name, value) -> datesAsNumbers(value));
    return SourceNode.map(node.file(), node.line(), fields);
  }

  private static SourceNode field(SourceNode at, String name, SourceNode value) {
    return SourceNode.map(at.file(), at.line(), Collections.singletonMap(name, value));
  }
}
