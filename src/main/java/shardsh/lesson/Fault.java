package shardsh.lesson;

import java.util.Objects;

/**
 * One thing that is wrong with a lesson or cluster file.
 *
 * @param file as the caller named it
 * @param line counted from 1; 0 when it is about the file as a whole
 * @param problem what is wrong, with the value as it stands in the file
 * @param repair what to do about it
 */
public record Fault(String file, int line, String problem, String repair) {
  public Fault {
    Objects.requireNonNull(file);
    Objects.requireNonNull(problem);
    Objects.requireNonNull(repair);
  }

  /** {@code mine.yaml:12: chunks[2].shard is "s9"; it names no shard (known: s0, s1)}. */
  @Override
  public String toString() {
    String where = line > 0 ? file + ":" + line : file;
    return where + ": " + problem + (repair.isEmpty() ? "" : "; " + repair);
  }
}
