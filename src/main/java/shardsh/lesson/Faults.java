package shardsh.lesson;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/** Faults as they are found, so that one reading reports them all. */
final class Faults {
  private final LinkedHashSet<Fault> found = new LinkedHashSet<>();

  void add(SourceNode where, String problem, String repair) {
    found.add(new Fault(where.file(), where.line(), problem, repair));
  }

  void add(String file, int line, String problem, String repair) {
    found.add(new Fault(file, line, problem, repair));
  }

  void addAll(Faults others) {
    found.addAll(others.found);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  int size() {
    return found.size();
  }

  /** By file in order of first mention, then by line, then as found. */
  List<Fault> sorted() {
    List<String> files = found.stream().map(Fault::file).distinct().toList();
    List<Fault> sorted = new ArrayList<>(found);
    sorted.sort(
        Comparator.comparing((Fault fault) -> files.indexOf(fault.file()))
            .thenComparing(Fault::line));
    return sorted;
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new LessonException(sorted());
    }
  }
}
