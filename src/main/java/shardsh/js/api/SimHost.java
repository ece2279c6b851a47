package shardsh.js.api;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.cluster.Connection;

/**
 * What {@code sim} does. Arguments are checked for their types already; replies are documents
 * without {@code ok}. A refusal is a {@code ShellInputException} (the call is wrong) or a {@code
 * CommandException} (the cluster cannot).
 */
public interface SimHost {

  /** {@code {now, elapsedMillis, next: [{at, node, task}]}}. */
  BsonDocument clock();

  /** Moves time on: {@code {now, ran: [{at, node, task}]}}. */
  BsonDocument advance(long millis);

  /** Runs the next due tasks: {@code {now, ran, next}}. */
  BsonDocument step(int count);

  /** Whether migrations stop before each of their steps: {@code {stepMigrations}}. */
  BsonDocument stepMigrations(boolean on);

  /** One balancer round: {@code {round, policy, compared, moves, skipped}}. */
  BsonDocument balance();

  /**
   * Writes weight: {@code {addedMB, shards, splits, jumbo}}.
   *
   * @param key one shard key value, or values by {@code {from, to}}
   * @param documents how many documents it stands for
   */
  BsonDocument fill(String ns, BsonDocument key, double megabytes, OptionalLong documents);

  /**
   * A reproducible mix of reads and inserts: {@code {operations, inserts, reads, messages,
   * shards}}.
   */
  BsonDocument load(String ns, BsonDocument spec);

  /** The connection to a router, by name or number. */
  Connection router(String name);

  /** The events of the {@code last} command or of {@code all}. */
  BsonArray trace(String scope);

  /** The last routing decision. */
  BsonDocument lastRoute();

  /** Costs, and the parameters of simulated time, changed first if given. */
  BsonDocument cost(Optional<BsonDocument> parameters);

  /**
   * Targets by a second routine.
   *
   * @param what a filter, or a number of random ones
   */
  BsonDocument secondOpinion(String ns, BsonValue what, Optional<String> mutant);

  /** Parameters of the cluster file, changed first if given. */
  BsonDocument config(Optional<BsonDocument> parameters);

  /** Takes a node away: {@code {down, primary}}. */
  BsonDocument down(String node);

  /** Brings a node back: {@code {up, primary}}. */
  BsonDocument up(String node);

  /** A fault on messages: {@code {fault}}; without one the list: {@code {faults}}. */
  BsonDocument fail(Optional<BsonDocument> fault);

  /** Removes all faults: {@code {faults: []}}. */
  BsonDocument failOff();

  /** Whether messages travel on the screen: {@code {animate, speed}}. */
  BsonDocument animate(String mode, OptionalDouble speed);

  /** Replaces the cluster by one read from text or a file. */
  BsonDocument importFrom(String source, Optional<String> sizes);

  /** The present cluster as a cluster file: {@code {saved}}, or its text without a name. */
  BsonValue save(Optional<String> file);

  /** Remembers the cluster: {@code {fork}}. */
  BsonDocument fork(Optional<String> name);

  /** Returns to a fork: {@code {back}}. */
  BsonDocument back(Optional<String> name);

  /** What differs between two pictures of the cluster. */
  BsonDocument diff(String a, String b);

  /** Runs JavaScript on a copy: {@code {result, output, diff}}. */
  BsonDocument whatIf(String js);

  /** The same JavaScript on one copy per profile: {@code {runs, differs}}. */
  BsonDocument compareProfiles(String js, List<String> profiles);

  /** The same load on copies sharded by each key: {@code {keys}}. */
  BsonDocument compareShardKeys(String ns, List<BsonDocument> keys, BsonDocument load);
}
