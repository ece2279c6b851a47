package shardsh.lesson;

import java.util.List;

/** A lesson to begin with: it is complete, and names every other field in comments. */
public final class LessonTemplate {
  private LessonTemplate() {}

  /**
   * The text of a file for a new lesson.
   *
   * @throws LessonException when the id is none
   */
  public static String text(String id) {
    if (!id.matches("[a-z0-9][a-z0-9-]{1,39}")) {
      throw new LessonException(
          List.of(
              new Fault(
                  id,
                  0,
                  "'" + id + "' is no id of a lesson",
                  "use 2 to 40 small letters, digits and dashes")));
    }
    return BuiltIn.text("template.yaml")
        .orElseThrow(() -> new IllegalStateException("no template.yaml built in"))
        .replace("my-lesson", id);
  }
}
