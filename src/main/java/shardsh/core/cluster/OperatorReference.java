package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.ServerProfile;
import shardsh.core.expr.op.Operators;
import shardsh.core.pipeline.Accumulators;
import shardsh.core.pipeline.Stages;
import shardsh.core.pipeline.window.WindowFunctions;
import shardsh.core.query.MatchParser;
import shardsh.core.query.Projection;
import shardsh.core.update.UpdateParser;

/**
 * The operators of the query language by family: which the model has, which of those lack
 * something, and which it refuses by name. The names are those of the tables that the parsers read.
 */
public final class OperatorReference {

  /**
   * The operators of one place in the language.
   *
   * @param name as help shows it, e.g. {@code Stages}
   * @param complete those that lack nothing
   * @param partial those that lack something, with what
   * @param refused those that are refused by name
   * @param since the first versions of the server's that have them, of those that came after 4.4
   */
  public record Family(
      String name,
      List<String> complete,
      Map<String, String> partial,
      List<String> refused,
      Map<String, String> since) {
    public Family {
      complete = List.copyOf(complete);
      refused = List.copyOf(refused);
    }

    /**
     * The operator with the first version that has it when 4.4 did not, e.g. {@code $topN (5.2)}.
     */
    public String dated(String operator) {
      String version = since.get(operator);
      return version == null ? operator : operator + " (" + version + ")";
    }

    /** The operators that a server of that profile has and the model does not refuse. */
    public List<String> known(ServerProfile profile) {
      List<String> names = new ArrayList<>(complete);
      names.addAll(partial.keySet());
      names.removeIf(name -> since.containsKey(name) && !profile.isAtLeast(since.get(name)));
      return names;
    }

    /** How far the model has the operator: {@code complete}, what it lacks, or {@code refused}. */
    public Optional<String> state(String operator) {
      if (complete.contains(operator)) {
        return Optional.of("complete");
      }
      if (refused.contains(operator)) {
        return Optional.of("refused");
      }
      return Optional.ofNullable(partial.get(operator)).map(lacking -> "partial: " + lacking);
    }
  }

  /** Names that only the processes of a cluster send each other. */
  private static final List<String> INTERNAL =
      List.of("$mergeCursors", "$_internalSplitPipeline", "$const");

  private static final String CHANGE_STREAM = "$changeStream";

  private static final String NEEDS_ENGINE =
      "it runs in the shell, which has the engine for JavaScript";

  private OperatorReference() {}

  /** All families, in the order of the manual. */
  public static List<Family> families() {
    return List.of(
        family(
            "Query",
            MatchParser.names(),
            MatchParser.refusedNames(),
            new LinkedHashMap<>(),
            "$jsonSchema",
            "no encrypt and encryptMetadata"),
        family("Update", UpdateParser.names(), List.of(), new LinkedHashMap<>()),
        family(
            "Projection",
            Projection.operators(),
            Projection.refusedOperators(),
            new LinkedHashMap<>()),
        family(
            "Stages",
            stages(),
            Stages.refusedNames(),
            Stages.since(),
            CHANGE_STREAM,
            "no pre- and post-images, no expanded events, none of a shard's own",
            "$collStats",
            "storageStats and count only",
            "$currentOp",
            "a client's operations never overlap here, so it shows itself alone"),
        family(
            "Expressions",
            Operators.names(),
            List.of(),
            Operators.since(),
            "$function",
            NEEDS_ENGINE,
            "$meta",
            "nothing is known besides the fields, so it is missing"),
        family(
            "Accumulators",
            Accumulators.names(),
            List.of(),
            Accumulators.since(),
            "$accumulator",
            NEEDS_ENGINE),
        family("Window functions", WindowFunctions.names(), List.of(), WindowFunctions.since()));
  }

  /** The one that ends the list is a stage for clients alone: a router opens it as a cursor. */
  private static List<String> stages() {
    List<String> names = new ArrayList<>(Stages.names());
    names.add(CHANGE_STREAM);
    return names;
  }

  /**
   * @param since first versions of those that came after 4.4
   * @param notes names of operators that lack something, each followed by what
   */
  private static Family family(
      String name,
      Collection<String> known,
      Collection<String> refused,
      Map<String, String> since,
      String... notes) {
    Map<String, String> lacking = new LinkedHashMap<>();
    for (int i = 0; i < notes.length; i += 2) {
      lacking.put(notes[i], notes[i + 1]);
    }
    List<String> complete = new ArrayList<>();
    Map<String, String> partial = new LinkedHashMap<>();
    for (String operator : known) {
      if (lacking.containsKey(operator)) {
        partial.put(operator, lacking.get(operator));
      } else if (!INTERNAL.contains(operator)) {
        complete.add(operator);
      }
    }
    if (partial.size() != lacking.size()) {
      throw new IllegalStateException(name + " have " + known + " but notes about " + lacking);
    }
    return new Family(name, complete, partial, List.copyOf(refused), since);
  }
}
