package shardsh.lesson;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSpec;

/**
 * Reads lesson files: {@code lesson-format.md}, sections 2 to 8 and 13. The tree is held against
 * {@code lessons/lesson.schema.json}; what a schema cannot say (ids, dependencies, clusters, fields
 * of checks) is checked after that.
 */
public final class LessonReader {
  private static final String PROFILE = "classic";

  /**
   * A lesson from a file.
   *
   * @throws NotThereException when the file does not exist
   * @throws LessonException with everything that is wrong with it
   */
  public Lesson read(Path file) {
    return read(Texts.read(file), file.toString());
  }

  /**
   * A lesson from a text.
   *
   * @param origin the file it came from, for messages; clusters given as files lie beside it
   * @throws LessonException with everything that is wrong with it
   */
  public Lesson read(String text, String origin) {
    Faults faults = new Faults();
    Optional<Lesson> lesson =
        checked(text, origin, faults, new Faults()).flatMap(tree -> lesson(tree, text, faults));
    faults.throwIfAny();
    return lesson.orElseThrow(() -> new IllegalStateException("no lesson and no fault"));
  }

  /** Everything to say of a lesson to its author: what makes it unusable, then what is unwise. */
  public List<Fault> lint(String text, String origin) {
    Faults faults = new Faults();
    Faults remarks = new Faults();
    Optional<SourceNode> tree = checked(text, origin, faults, remarks);
    tree.ifPresent(lesson -> lesson(lesson, text, faults));
    tree.ifPresent(lesson -> new LessonLint(text, remarks).check(lesson));
    List<Fault> all = new ArrayList<>(faults.sorted());
    all.addAll(remarks.sorted());
    return all;
  }

  /** The texts that are in several languages but not in that one. */
  public List<Fault> untranslated(String text, String origin, String locale) {
    Faults faults = new Faults();
    Faults remarks = new Faults();
    new SourceReader(origin, faults, new Faults())
        .yaml(text)
        .ifPresent(tree -> LessonLint.untranslated(tree, locale, remarks));
    faults.throwIfAny();
    return remarks.sorted();
  }

  private static Optional<SourceNode> checked(
      String text, String origin, Faults faults, Faults remarks) {
    Optional<SourceNode> tree = new SourceReader(origin, faults, remarks).yaml(text);
    if (tree.isEmpty() || !Formats.isOurs(tree.get(), faults)) {
      return Optional.empty();
    }
    BuiltIn.schema("lesson.schema.json").check(tree.get(), faults);
    return tree.filter(node -> node.is(SourceNode.Kind.MAP));
  }

  /** The lesson; empty when something that it cannot do without is missing. */
  private static Optional<Lesson> lesson(SourceNode tree, String text, Faults faults) {
    CheckReader checks = new CheckReader(faults);
    StepReader reader = new StepReader(setup -> setup(setup, tree, faults), checks, faults);
    List<Step> steps = reader.read(tree.itemsOf("steps"));
    List<Check> goal = checks.read(tree.itemsOf("goal"));
    List<Check> stars = checks.read(tree.itemsOf("stars"));
    reader.checkAnswers(tree.itemsOf("goal"));
    refuseOtherStars(tree, faults);
    refuseControlCharacters(tree, faults);
    Optional<ClusterSpec> setup = tree.get("setup").flatMap(node -> setup(node, tree, faults));
    if (!faults.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Lesson(
            tree.file(),
            sha256(text),
            tree.text("id").orElseThrow(),
            tree.whole("revision").orElse(0),
            tree.text("track").orElseThrow(),
            Prose.of(tree, "title").orElseThrow(),
            Prose.of(tree, "summary").orElseThrow(),
            tree.whole("difficulty").orElseThrow(),
            tree.whole("minutes").orElseThrow(),
            tree.texts("prerequisites"),
            tree.texts("teaches"),
            tree.texts("tags"),
            vocabulary(tree),
            limits(tree),
            setup.orElseThrow(),
            steps,
            goal,
            stars,
            Prose.of(tree, "complete").orElseThrow(),
            next(tree),
            refs(tree),
            tree.text("licence"),
            tree.texts("authors")));
  }

  /** A world: its own profile, else the lesson's, else that of its cluster, else classic. */
  private static Optional<ClusterSpec> setup(SourceNode setup, SourceNode lesson, Faults faults) {
    Map<String, SourceNode> fields = new LinkedHashMap<>(setup.fields());
    lesson.get("profile").ifPresent(profile -> fields.putIfAbsent("profile", profile));
    SourceNode own = SourceNode.map(setup.file(), setup.line(), fields);
    return new ClusterLoader(faults).whole(own).map(whole -> withProfile(whole, faults));
  }

  private static ClusterSpec withProfile(SourceNode whole, Faults faults) {
    ClusterSpec spec = new ClusterReader(faults).read(whole);
    return new ClusterSpec(
        Optional.of(spec.profile().orElse(PROFILE)),
        spec.topology(),
        spec.params(),
        spec.seed(),
        spec.databases(),
        spec.collections(),
        spec.zones(),
        spec.run());
  }

  private static void refuseOtherStars(SourceNode tree, Faults faults) {
    for (SourceNode star : tree.itemsOf("stars")) {
      star.get("kind")
          .filter(kind -> !kind.raw().equals("cost"))
          .ifPresent(
              kind -> faults.add(kind, "a star is of kind " + kind.raw(), "make it a cost check"));
    }
  }

  /** A lesson is data from strangers: no text of it may steer the terminal. */
  private static void refuseControlCharacters(SourceNode node, Faults faults) {
    if (node.is(SourceNode.Kind.TEXT)) {
      boolean steers =
          node.raw().chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x7f);
      if (steers) {
        faults.add(node, "the text has control characters", "take them out");
      }
    }
    node.items().forEach(item -> refuseControlCharacters(item, faults));
    node.fields().values().forEach(field -> refuseControlCharacters(field, faults));
  }

  private static Lesson.Vocabulary vocabulary(SourceNode tree) {
    SourceNode commands = tree.get("commands").orElse(empty(tree));
    return new Lesson.Vocabulary(commands.texts("only"), commands.texts("deny"));
  }

  private static Lesson.Limits limits(SourceNode tree) {
    SourceNode limits = tree.get("limits").orElse(empty(tree));
    return new Lesson.Limits(
        limits.whole("statements"),
        limits.whole("millis"),
        limits.whole("heapMB"),
        limits.whole("outputKB"));
  }

  private static SourceNode empty(SourceNode at) {
    return SourceNode.map(at.file(), at.line(), Collections.emptyMap());
  }

  private static List<String> next(SourceNode tree) {
    return tree.text("next").map(List::of).orElse(tree.texts("next"));
  }

  private static List<Lesson.Reference> refs(SourceNode tree) {
    return tree.itemsOf("refs").stream()
        .map(item -> new Lesson.Reference(item.text("title").orElse(""), item.text("where")))
        .toList();
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no SHA-256", e);
    }
  }
}
