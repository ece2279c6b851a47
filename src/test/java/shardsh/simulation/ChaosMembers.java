package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** Members of replica sets that come and go, step down, lag and answer reads. */
final class ChaosMembers {
  private static final int ELECTION_MILLIS = 11_000;
  private static final int LAG_MILLIS = 3_000;

  private ChaosMembers() {}

  private static List<NodeId> sets(ChaosWorld world) {
    List<NodeId> sets = new ArrayList<>(world.cluster().shardIds());
    sets.add(NodeId.CONFIG);
    return sets;
  }

  private static NodeId member(ChaosWorld world, SimRandom random) {
    List<NodeId> sets = sets(world);
    NodeId member = sets.get(random.nextInt(sets.size())).member(random.nextInt(3));
    return world.cluster().find(member.name()).orElse(member.set());
  }

  private static int lagMillis(ChaosWorld world) {
    return world.cluster().sim().parameters().getNumber("lagMs").intValue();
  }

  static void takeDown(ChaosWorld world, SimRandom random) {
    down(world, member(world, random));
  }

  /**
   * Takes a process away, and with it the cursors it held. While secondaries lag, writes that no
   * majority had may be lost with a primary: then the oracle goes on with what is left.
   */
  static void down(ChaosWorld world, NodeId node) {
    try {
      world.cluster().sim().down(node);
    } catch (CommandException e) {
      assertEquals(ErrorCode.BAD_VALUE, e.errorCode(), e.getMessage());
    }
    world.cursors().clear();
    if (lagMillis(world) > 0) {
      world.cluster().sim().advance(ELECTION_MILLIS);
      world.startOver();
    }
  }

  static void bringUp(ChaosWorld world, SimRandom random) {
    world.cluster().sim().up(member(world, random));
  }

  static void stepDown(ChaosWorld world, SimRandom random) {
    NodeId set = sets(world).get(random.nextInt(sets(world).size()));
    BsonDocument command = new BsonDocument("replSetStepDown", new BsonInt32(60));
    try {
      world.admin(set, command);
    } catch (CommandException e) {
      boolean alone = e.errorCode().equals(ErrorCode.EXCEEDED_TIME_LIMIT);
      boolean tooLate = e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED) && world.isInAHurry();
      if (!alone && !tooLate && !e.errorCode().isUnreachable()) {
        throw e;
      }
    }
  }

  /** A secondary that has caught up answers what the oracle knows. */
  static void secondaryRead(ChaosWorld world, SimRandom random) {
    if (lagMillis(world) > 0) {
      world.cluster().sim().advance(lagMillis(world));
    }
    Want want = ChaosWrites.someWant(world, random);
    List<String> modes = List.of("primaryPreferred", "secondaryPreferred", "nearest");
    String mode = modes.get(random.nextInt(modes.size()));
    List<BsonDocument> found =
        new ArrayList<>(
            ClusterInvariants.findAll(
                world.cluster(),
                world.router(random),
                ChaosWorld.NS,
                new BsonDocument("filter", want.filter())
                    .append("$readPreference", new BsonDocument("mode", new BsonString(mode)))
                    .append("readConcern", new BsonDocument("level", new BsonString("local")))));
    found.sort(Comparator.comparingInt(document -> document.getNumber("_id").intValue()));
    assertEquals(world.matching(want), found, () -> mode + " " + want.filter().toJson());
  }

  static void lag(ChaosWorld world, SimRandom random) {
    int lag = random.nextInt(2) * LAG_MILLIS;
    world.cluster().sim().setParameters(new BsonDocument("lagMs", new BsonInt32(lag)));
  }
}
