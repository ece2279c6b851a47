package shardsh.shell;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.trace.Cost;
import shardsh.core.trace.TraceEntry;

/** Makes of what a text did in a lesson what its checks are held against. */
final class WorkRecord {
  private final LiveSession session;
  private final LessonScope whole;
  private final Proof proof = new Proof();

  /**
   * @param whole what was done in the whole lesson
   */
  WorkRecord(LiveSession session, LessonScope whole) {
    this.session = session;
    this.whole = whole;
  }

  /**
   * Keeps what a text did.
   *
   * @param scope the step's; the lesson's has it, too
   * @param text that was typed
   * @param mark where the trace was before the text
   * @param printed what it printed; what it showed is put behind that
   * @param isOfPast whether the text tells of a cluster that was before this step's
   */
  void add(
      LessonScope scope,
      String text,
      Submission done,
      long mark,
      StringBuilder printed,
      Cost spent,
      boolean isOfPast) {
    StringBuilder shown = new StringBuilder();
    done.value().forEach(line -> shown.append(line.text()).append('\n'));
    done.failure()
        .ifPresent(
            failure -> failure.message().forEach(line -> shown.append(line.text()).append('\n')));
    printed.append(shown);
    List<TraceEntry> trace = session.world().cluster().trace().since(mark);
    CallLog log = session.host().calls();
    List<CallFacts> calls = CallFacts.all(log, trace);
    String seen =
        isOfPast
            ? ""
            : proof.of(
                shown.toString(),
                done,
                session::programMadeValue,
                session.printedPage(),
                !printed.toString().isBlank(),
                calls,
                trace);
    List<CallDocuments.Done> commands =
        CallDocuments.of(text, calls, printed.toString(), done.failure().isPresent());
    int forgotten = log.forgotten();
    int paid = log.resumed();
    BsonDocument cost = CostDocument.of(spent);
    cost.put("commands", new BsonInt32(calls.size() + forgotten - paid));
    boolean isWhole = forgotten == 0 && session.world().cluster().trace().forgotten() <= mark;
    scope.add(commands, seen, cost, isWhole);
    whole.add(commands, seen, cost, isWhole);
  }
}
