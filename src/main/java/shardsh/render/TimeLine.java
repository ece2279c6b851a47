package shardsh.render;

import java.util.List;

/** Steps on a line, or one below the other where there is no room. */
final class TimeLine {
  private static final int CELL_MIN = 15;
  private static final int CELL_MAX = 22;
  private static final int TIME_COLUMN_MIN = 18;

  /** The sign of a step, and the spaces around it and behind the name. */
  private static final int AROUND_NAME = 6;

  private TimeLine() {}

  /** What a step looks like: done, going on, to come, or never reached. */
  record Step(String name, String sign, String time, Role role) {
    private Step in(Scene scene) {
      return new Step(said(scene, name), sign, said(scene, time), role);
    }

    private static String said(Scene scene, String label) {
      return scene.said(label, Role.DIM).text();
    }

    /** One that is still to come, or never will. */
    static Step absent(String name, boolean never) {
      return new Step(name, never ? "×" : "○", never ? "never" : "", Role.DIM);
    }
  }

  static List<StyledLine> of(List<Step> planned, Scene scene, int width) {
    List<Step> steps = planned.stream().map(step -> step.in(scene)).toList();
    int cell = Math.min(CELL_MAX, (width - 2) / steps.size());
    return cell < CELL_MIN ? below(steps, width) : beside(steps, cell);
  }

  private static List<StyledLine> beside(List<Step> steps, int cell) {
    LineBuilder signs = new LineBuilder().add("  ");
    LineBuilder names = new LineBuilder();
    LineBuilder times = new LineBuilder();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean last = i == steps.size() - 1;
      signs.add(step.sign(), step.role()).add(last ? "" : "─".repeat(cell - 1), Role.DIM);
      names.padTo(2 + i * cell).add(step.name(), step.role());
      if (!step.time().isEmpty()) {
        times.padTo(2 + i * cell).add(step.time(), Role.DIM);
      }
    }
    StyledLine last = times.build();
    return last.text().isEmpty()
        ? List.of(signs.build(), names.build())
        : List.of(signs.build(), names.build(), last);
  }

  private static List<StyledLine> below(List<Step> steps, int width) {
    int longest = steps.stream().mapToInt(step -> DisplayWidth.of(step.name())).max().orElse(0);
    int timeColumn = Math.max(TIME_COLUMN_MIN, AROUND_NAME + longest);
    return steps.stream().map(step -> line(step, timeColumn, width)).toList();
  }

  private static StyledLine line(Step step, int timeColumn, int width) {
    LineBuilder line = new LineBuilder().add("  " + step.sign() + " " + step.name(), step.role());
    if (!step.time().isEmpty()) {
      line.padTo(timeColumn).add(step.time(), Role.DIM);
    }
    return LineBuilder.cut(line.build(), width);
  }
}
