package shardsh.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import shardsh.core.base.CommandException;
import shardsh.core.cluster.Cluster;
import shardsh.core.trace.TraceEntry;
import shardsh.js.ShellInputException;

/** Tells results that were computed from those that only come out as a step asks for. */
final class ResultTrust {
  private final LessonWorlds worlds;
  private final Experiments experiments;

  /** Of the step that was asked about last. */
  private Optional<OtherData> data = Optional.empty();

  private int step;

  /** What the step has read so far, whether it is believed or not. */
  private final Set<List<DataRead>> read = new LinkedHashSet<>();

  /**
   * @param worlds in which nobody but the author has done anything
   */
  ResultTrust(LessonWorlds worlds, Experiments experiments) {
    this.worlds = worlds;
    this.experiments = experiments;
  }

  /** Another step begins, or the same anew. */
  void forget() {
    read.clear();
  }

  /**
   * Takes out of the calls of a step the results that are not to be believed.
   *
   * @param index of the step
   * @param reference what its author would do
   * @param scopes what was done in the step, and all that has the same calls
   * @param isAuthors whether a text is a part of the reference
   * @return whether there were any
   */
  boolean withdraws(
      int index, String reference, List<LessonScope> scopes, Predicate<String> isAuthors) {
    boolean any = false;
    scopes.get(0).unproven().forEach(done -> read.add(done.reads()));
    for (CallDocuments.Done done : scopes.get(0).unproven()) {
      boolean isForged =
          !isAuthors.test(done.text())
              && at(index, reference)
                  .isForged(op(done), done.reads(), done.document().get("result"), read);
      CallDocuments.Done now = isForged ? done.withoutResult() : done.trusted();
      scopes.forEach(scope -> scope.replace(done, now));
      any |= isForged;
    }
    return any;
  }

  private OtherData at(int index, String reference) {
    if (data.isEmpty() || step != index) {
      data = Optional.of(made(index, reference));
      step = index;
    }
    return data.get();
  }

  private OtherData made(int index, String reference) {
    Cluster solved = worlds.start(index);
    long mark = solved.trace().mark();
    try {
      experiments.type(solved, reference, solved.firstDatabase());
    } catch (CommandException | ShellInputException e) {
      // It was stopped: what it had done by then is what there is to compare with.
    }
    List<TraceEntry> all = solved.trace().since(0);
    return new OtherData(solved, DataRead.in(solved.trace().since(mark)), DataRead.written(all));
  }

  private static String op(CallDocuments.Done done) {
    return done.document().getString("op").getValue();
  }
}
