package shardsh.shell;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.NodeId;

/** Who switches the balancer on where it begins no round by itself waits for nothing. */
final class BalancerWaits {
  private static final List<String> SWITCHES = List.of("sh.startBalancer", "sh.setBalancerState");

  private final LiveSession session;

  BalancerWaits(LiveSession session) {
    this.session = session;
  }

  Optional<String> hint(List<CallLog.Call> calls) {
    for (CallLog.Call call : calls) {
      if (SWITCHES.contains(call.op()) && call.error().isEmpty() && isManual(call.node())) {
        return Optional.of("here a round runs when it is asked for: sim.balance()");
      }
    }
    return Optional.empty();
  }

  private boolean isManual(NodeId node) {
    return session
        .world()
        .cluster()
        .names()
        .glance(node, "", Optional.empty())
        .balancer()
        .equals("manual");
  }
}
