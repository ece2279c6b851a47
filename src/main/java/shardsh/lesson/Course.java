package shardsh.lesson;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Nearest;

/**
 * An ordered collection of lessons: {@code course.yaml} beside a folder for each track. The one of
 * {@code lessons/} is built into the program.
 *
 * @param tracks the lessons' ids by track, in order
 * @param titles of the tracks, as far as the file has them
 */
public record Course(Text title, Map<String, List<String>> tracks, Map<String, Text> titles) {
  private static final String FILE = "course.yaml";

  /** The course inside the program. */
  public static Course builtIn() {
    String text =
        BuiltIn.text(FILE).orElseThrow(() -> new IllegalStateException("no " + FILE + " built in"));
    return read(text, FILE);
  }

  /**
   * A course from the text of its file.
   *
   * @throws LessonException with everything that is wrong with it
   */
  public static Course read(String text, String origin) {
    Faults faults = new Faults();
    Optional<SourceNode> found = new SourceReader(origin, faults, new Faults()).yaml(text);
    faults.throwIfAny();
    SourceNode tree = found.orElseThrow();
    Formats.isOurs(tree, faults);
    Fields.refuseUnknown(
        tree,
        "a course",
        List.of("format", "title", "locales", "licence", "tracks", "lessons"),
        faults);
    Map<String, List<String>> tracks = new LinkedHashMap<>();
    for (String track : tree.fieldsOf("lessons").keySet()) {
      tracks.put(track, tree.get("lessons").orElseThrow().texts(track));
    }
    if (tracks.isEmpty()) {
      faults.add(tree, "the course has no lessons", "lessons: {track: [id, …]}");
    }
    Map<String, Text> titles = new LinkedHashMap<>();
    for (String track : tree.fieldsOf("tracks").keySet()) {
      Prose.of(tree.get("tracks").orElseThrow(), track).ifPresent(t -> titles.put(track, t));
    }
    Optional<Text> title = Prose.of(tree, "title");
    if (title.isEmpty()) {
      faults.add(tree, "the course has no title", "title: {en: …}");
    }
    faults.throwIfAny();
    return new Course(title.orElseThrow(), tracks, titles);
  }

  /** All ids in order. */
  public List<String> ids() {
    List<String> ids = new ArrayList<>();
    tracks.values().forEach(ids::addAll);
    return ids;
  }

  /** Whether a word is the path of a file and not an id. */
  public static boolean isFile(String lesson) {
    return lesson.contains("/") || lesson.endsWith(".yaml") || lesson.endsWith(".cast");
  }

  /**
   * A lesson by its id, or by the path of its file.
   *
   * @throws NotThereException when there is none; the message has the nearest id
   * @throws LessonException with everything that is wrong with it
   */
  public Lesson lesson(String idOrPath) {
    if (idOrPath.endsWith(".cast")) {
      throw new NotThereException(
          idOrPath + " is a recording and no lesson; 'asciinema play " + idOrPath + "' plays it");
    }
    if (isFile(idOrPath)) {
      return new LessonReader().read(Path.of(idOrPath));
    }
    Place place = place(idOrPath);
    return new LessonReader().read(place.text(), place.origin());
  }

  /** The text of a built-in lesson, and what it is called in messages. */
  public record Place(String origin, String text) {}

  /**
   * Where a lesson of the course is.
   *
   * @throws NotThereException when there is none of that id
   */
  public Place place(String id) {
    for (Map.Entry<String, List<String>> track : tracks.entrySet()) {
      if (track.getValue().contains(id)) {
        String path = track.getKey() + "/" + id + ".lesson.yaml";
        return BuiltIn.text(path)
            .map(text -> new Place("lessons/" + path, text))
            .orElseThrow(() -> new IllegalStateException("no lessons/" + path + " built in"));
      }
    }
    // All of them would fill the screen.
    String repair =
        Nearest.to(id, ids())
            .map(near -> "did you mean '" + near + "'?")
            .orElse("'lessons' lists them");
    throw new NotThereException("there is no lesson '" + id + "'; " + repair);
  }
}
