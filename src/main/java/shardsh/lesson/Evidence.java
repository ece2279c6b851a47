package shardsh.lesson;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot;

/** What checks look at: the cluster as it is, and what was done to it. */
public interface Evidence {

  /**
   * What was done in a step or in the whole lesson.
   *
   * @param firstCommand the number of the first of the calls, counted from the lesson's first
   * @param commands the calls in order: {@code {op, ns, on, filter, route, result, error, output,
   *     cost}}
   * @param isWhole whether none of the commands has been forgotten, nor anything of them
   * @param cost {@code {commands, messages, refreshes, shardsAsked, rowsShipped, movedMB,
   *     staleErrors}}
   * @param predictions answers to the questions of predict steps: id to {@code {given, right}}
   * @param answers those of quiz steps
   * @param output all that was shown, without colours
   */
  record Scope(
      long firstCommand,
      List<BsonDocument> commands,
      boolean isWhole,
      BsonDocument cost,
      Map<String, BsonDocument> predictions,
      Map<String, BsonDocument> answers,
      String output) {

    /** The call of that number. */
    BsonDocument command(long number) {
      return commands.get((int) (number - firstCommand));
    }
  }

  /** The cluster at this instant. */
  ClusterSnapshot snapshot();

  /** What was done since the step began. */
  Scope step();

  /** What was done since the lesson began. */
  Scope lesson();

  /** Events since the step began, as {@code EventDocument} writes them. */
  BsonArray stepEvents();

  /** Events since the lesson began. */
  BsonArray lessonEvents();

  /** Whether events have been forgotten: of the step, or of the whole lesson. */
  boolean hasForgottenEvents(boolean ofStep);

  /** How many events of a kind name a node in a field; over the whole lesson. */
  long countOf(String kind, String field, String node);

  /** The documents of a collection as a node answers; the asking leaves no trace. */
  List<BsonValue> documents(Namespace ns, Optional<String> on);

  /** The settings that {@code c.settings} shows. */
  BsonDocument settings();
}
