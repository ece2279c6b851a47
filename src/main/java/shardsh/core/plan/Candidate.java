package shardsh.core.plan;

import java.util.Optional;
import shardsh.core.query.MatchExpression;

/**
 * One way to come by the matching records, before sort, projection and the rest.
 *
 * @param scan gives the records; with their documents or without
 * @param residual what must still be asked about the documents
 * @param sorted whether the records come in the order of the query's sort
 * @param keyUncertain whether index keys cannot stand for the values (null may mean missing)
 * @param merit what speaks for it
 */
record Candidate(
    SolutionNode scan,
    Optional<MatchExpression> residual,
    boolean sorted,
    boolean keyUncertain,
    Merit merit) {

  /**
   * What ranking looks at.
   *
   * @param keys how many index keys, or documents, will be looked at
   * @param equalityPrefix leading fields with a single value
   * @param boundedFields fields with any bounds
   * @param fields the number of fields of the index
   * @param name the name of the index
   */
  record Merit(long keys, int equalityPrefix, int boundedFields, int fields, String name) {

    /** Of several scans together: the weakest counts. */
    Merit and(Merit other) {
      return new Merit(
          keys + other.keys,
          Math.min(equalityPrefix, other.equalityPrefix),
          Math.min(boundedFields, other.boundedFields),
          fields + other.fields,
          name + "," + other.name);
    }
  }
}
