package shardsh.simulation;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.base.NodeId;
import shardsh.core.sim.SimRandom;

/** What goes wrong around a cluster. */
final class ChaosFaults {

  private ChaosFaults() {}

  private static List<NodeId> processes(ChaosWorld world) {
    List<NodeId> all = new ArrayList<>(world.cluster().routerIds());
    all.add(NodeId.CONFIG);
    all.addAll(world.cluster().shardIds());
    return all;
  }

  static void takeDown(ChaosWorld world, SimRandom random) {
    List<NodeId> all = processes(world);
    ChaosMembers.down(world, all.get(random.nextInt(all.size())));
  }

  static void bringUp(ChaosWorld world, SimRandom random) {
    ChaosWorld.bringAllUp(world.cluster());
  }

  /** Another action, with a limit of time for its commands. */
  static void inAHurry(ChaosWorld world, SimRandom random) {
    world.hurry(1 + random.nextInt(12));
    ChaosAction.chosen(random).run(world, random);
    world.hurry(0);
  }
}
