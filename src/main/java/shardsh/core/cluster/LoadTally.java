package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.LoadView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.RoutingEvent;

/** Counts what a load does, in all and per shard. */
final class LoadTally {

  /** One shard's part. */
  private static final class Part {
    private long reads;
    private long writes;
    private long documents;
    private long[] micros = new long[64];
    private int answers;

    private void answer(boolean write, CallEvent.ReplyReceived reply, long took) {
      if (reply.ok()) {
        writes += write ? 1 : 0;
        reads += write ? 0 : 1;
        documents += write ? 1 : reply.docs();
      }
      if (answers == micros.length) {
        micros = Arrays.copyOf(micros, 2 * answers);
      }
      micros[answers++] = took;
    }

    /** The least time that so large a share of the answers did not exceed. */
    private static long percentile(long[] sorted, int percent) {
      return sorted.length == 0 ? 0 : sorted[(sorted.length * percent + 99) / 100 - 1];
    }

    private LoadView.Shard view(ShardId shard) {
      long[] sorted = Arrays.copyOf(micros, answers);
      Arrays.sort(sorted);
      return new LoadView.Shard(
          shard,
          reads,
          writes,
          documents,
          2L * answers,
          percentile(sorted, 50),
          percentile(sorted, 95),
          percentile(sorted, 99));
    }
  }

  private final Namespace ns;
  private final Map<ShardId, Part> parts = new TreeMap<>();
  private long inserts;
  private long reads;
  private long messages;
  private long failed;
  private String firstError = "";
  private long readsRouted;
  private long readsNotToAll;
  private long shardsOfReads;

  LoadTally(Namespace ns, List<ShardId> shards) {
    this.ns = ns;
    shards.forEach(shard -> parts.put(shard, new Part()));
  }

  /** An operation has ended; {@code error} is empty when it went well. */
  void operation(boolean insert, String error) {
    if (insert) {
      inserts++;
    } else {
      reads++;
    }
    if (!error.isEmpty()) {
      failed++;
      firstError = firstError.isEmpty() ? error : firstError;
    }
  }

  void message() {
    messages++;
  }

  boolean knows(NodeId node) {
    return parts.containsKey(new ShardId(node.name()));
  }

  /** A shard answered a router's request; one that it refused is no read or write of it. */
  void answered(ShardId shard, boolean write, CallEvent.ReplyReceived reply, long micros) {
    parts.get(shard).answer(write, reply, micros);
  }

  /** A router chose the shards of an operation. */
  void targeted(boolean insert, RoutingEvent.Targeted targeted) {
    if (insert) {
      return;
    }
    readsRouted++;
    shardsOfReads += targeted.shards().size();
    if (targeted.targeting() != RoutingEvent.Targeting.ALL) {
      readsNotToAll++;
    }
  }

  /** The share of reads that did not go to every shard; 1 when there were none. */
  double targetedShare() {
    return readsRouted == 0 ? 1 : (double) readsNotToAll / readsRouted;
  }

  /** How many shards a read asked, on average; 0 when there were none. */
  double shardsPerRead() {
    return readsRouted == 0 ? 0 : (double) shardsOfReads / readsRouted;
  }

  LoadView view() {
    List<LoadView.Shard> shards = new ArrayList<>();
    parts.forEach((shard, part) -> shards.add(part.view(shard)));
    return new LoadView(ns, inserts, reads, messages, failed, firstError, shards);
  }
}
