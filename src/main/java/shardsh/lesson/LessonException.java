package shardsh.lesson;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A lesson or cluster file that cannot be used, with all its faults in the order of their lines.
 * The program ends with status 65 on it.
 */
public final class LessonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  public LessonException(List<Fault> faults) {
    super(faults.stream().map(Fault::toString).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}
