package shardsh.script.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The formats by name. */
public final class Reports {
  private static final Map<String, Report> TABLE = new LinkedHashMap<>();

  static {
    TABLE.put("human", new HumanReport(true));
    TABLE.put("json", new JsonReport());
    TABLE.put("junit", new JunitReport());
    TABLE.put("tap", new TapReport());
    TABLE.put("gradescope", new GradescopeReport());
    TABLE.put("classroom", new ClassroomReport());
    TABLE.put("exercism", new ExercismReport());
  }

  private Reports() {}

  /** The names, in the order in which they are listed. */
  public static List<String> names() {
    return List.copyOf(TABLE.keySet());
  }

  public static Optional<Report> find(String name) {
    return Optional.ofNullable(TABLE.get(name)).map(Reports::withoutCommands);
  }

  private static Report withoutCommands(Report report) {
    return (grade, millis) -> LogCommands.spoiled(report.write(grade, millis));
  }
}
