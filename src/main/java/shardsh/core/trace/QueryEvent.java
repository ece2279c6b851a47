package shardsh.core.trace;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ShardId;

/** How a shard answers a query, and how the answers of several shards are put together. */
public sealed interface QueryEvent extends ClusterEvent {

  /** A shard chose a plan; {@code stage} is the shape from the root, e.g. {@code FETCH<IXSCAN}. */
  record PlanChosen(
      NodeId on, Namespace ns, String stage, long keysExamined, long docsExamined, long returned)
      implements QueryEvent {
    @Override
    public String kind() {
      return "plan";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.planChosen(this);
    }
  }

  /**
   * A router decided how an aggregation runs.
   *
   * @param split whether the pipeline is divided between shards and a merger
   * @param where as explain's {@code mergeType} says it: {@code mongos}, {@code anyShard}, {@code
   *     primaryShard} or {@code specificShard}; {@code none} when it is not divided
   * @param merger the shard that merges; empty when it is the router or nobody
   * @param cut the stage at which it is divided; empty when no stage needs to see everything
   * @param mergerPart the stages that the merger runs, as explain prints them; empty when there is
   *     none, or only streams to put in order
   * @param decidedBy the stage of the merger part that needs a shard, or would with allowDiskUse;
   *     empty when all of them can run anywhere
   */
  record MergePlanned(
      NodeId router,
      Namespace ns,
      boolean split,
      String where,
      Optional<ShardId> merger,
      Optional<Cut> cut,
      List<BsonDocument> mergerPart,
      Optional<String> decidedBy)
      implements QueryEvent {
    @Override
    public String kind() {
      return "merger";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.mergePlanned(this);
    }
  }

  /**
   * The stage at which a pipeline is divided.
   *
   * @param stage e.g. {@code $group}
   * @param halved whether the shards do the first half of it
   */
  record Cut(String stage, boolean halved) {}

  /**
   * Results of several shards were put together.
   *
   * @param shippedByShard documents that came from each shard asked
   * @param keptByShard of those, how many were used
   * @param steps the first choices of a merge of sorted streams; empty for others
   * @param answer what was made of them, for the application; empty when it is the same documents
   */
  record ResultsMerged(
      NodeId on,
      Namespace ns,
      List<ShardCount> shippedByShard,
      List<ShardCount> keptByShard,
      boolean sorted,
      List<MergeStep> steps,
      Optional<Amount> answer)
      implements QueryEvent {

    public ResultsMerged {
      steps = List.copyOf(steps);
    }

    /** Without what only pictures need. */
    public ResultsMerged(
        NodeId on,
        Namespace ns,
        List<ShardCount> shippedByShard,
        List<ShardCount> keptByShard,
        boolean sorted) {
      this(on, ns, shippedByShard, keptByShard, sorted, List.of(), Optional.empty());
    }

    public int shipped() {
      return total(shippedByShard);
    }

    public int kept() {
      return total(keptByShard);
    }

    private static int total(List<ShardCount> counts) {
      int total = 0;
      for (ShardCount count : counts) {
        total += count.documents();
      }
      return total;
    }

    /** With what came later for the same results added. */
    public ResultsMerged plus(ResultsMerged later) {
      return new ResultsMerged(
          on,
          ns,
          sum(shippedByShard, later.shippedByShard),
          sum(keptByShard, later.keptByShard),
          sorted,
          steps,
          answer.map(first -> later.answer.map(first::plus).orElse(first)));
    }

    private static List<ShardCount> sum(List<ShardCount> first, List<ShardCount> later) {
      return first.stream()
          .map(
              count ->
                  new ShardCount(
                      count.shard(),
                      count.documents()
                          + later.stream()
                              .filter(more -> more.shard().equals(count.shard()))
                              .mapToInt(ShardCount::documents)
                              .sum(),
                      count.bytes()
                          + later.stream()
                              .filter(more -> more.shard().equals(count.shard()))
                              .mapToLong(ShardCount::bytes)
                              .sum()))
          .toList();
    }

    @Override
    public String kind() {
      return "results";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.resultsMerged(this);
    }
  }

  /**
   * A number of documents of one shard.
   *
   * @param bytes their size as BSON; 0 where nobody measured it
   */
  record ShardCount(ShardId shard, int documents, long bytes) {

    /** Documents that were not measured. */
    public ShardCount(ShardId shard, int documents) {
      this(shard, documents, 0);
    }
  }

  /** Documents and their size as BSON. */
  record Amount(int documents, long bytes) {
    Amount plus(Amount more) {
      return new Amount(documents + more.documents, bytes + more.bytes);
    }
  }

  /**
   * One choice of a merge of sorted streams: of the first rows that the shards have, the least.
   *
   * @param taken the shard whose row goes on
   * @param heads the sort key of each shard's next row, in the order of the shards asked; BSON
   *     undefined when a shard has no more
   */
  record MergeStep(ShardId taken, List<BsonValue> heads) {
    public MergeStep {
      heads = List.copyOf(heads);
    }
  }

  /** A stage wrote to disk because its memory was used up. */
  record Spilled(NodeId on, Namespace ns, String stage, long bytes) implements QueryEvent {
    @Override
    public String kind() {
      return "spill";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.spilled(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R planChosen(PlanChosen event);

    R mergePlanned(MergePlanned event);

    R resultsMerged(ResultsMerged event);

    R spilled(Spilled event);
  }
}
