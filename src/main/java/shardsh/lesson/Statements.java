package shardsh.lesson;

import java.util.ArrayList;
import java.util.List;

/** The statements of the curriculum that lessons teach: 61 of the page, 37 of the chapter, 16. */
public final class Statements {
  /** Their ids in order. */
  public static final List<String> ALL = all();

  private Statements() {}

  private static List<String> all() {
    List<String> ids = new ArrayList<>();
    add("S1", 61, ids);
    add("S2", 37, ids);
    add("S3", 16, ids);
    return List.copyOf(ids);
  }

  private static void add(String seed, int count, List<String> ids) {
    for (int i = 1; i <= count; i++) {
      ids.add(String.format("%s-%02d", seed, i));
    }
  }
}
