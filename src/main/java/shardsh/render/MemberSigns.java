package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;

/**
 * The members of a set with a sign each: {@code ●} the primary, {@code ○} a secondary, {@code ◇}
 * one that catches up, {@code ✗} one that is down. The title of a set has the signs alone; the
 * names stand below it when not all is as at the start. Sets of one member have neither.
 */
final class MemberSigns {
  private MemberSigns() {}

  /** What the title of a set says that cannot be written to. */
  static String absence(NodeView set) {
    boolean anyRuns = set.members().stream().anyMatch(member -> !member.state().equals("DOWN"));
    return anyRuns && set.members().size() > 1 ? " · no primary" : " · down";
  }

  /** {@code ●○○} behind the name of a set, with the blank between. */
  static void addTo(LineBuilder title, NodeView set) {
    if (set.members().size() > 1 && set.initiated()) {
      title.add(" ");
      set.members().forEach(member -> title.add(sign(member), role(member)));
    }
  }

  /** {@code ●○○}, as it stands behind the name of a set; nothing for a set of one member. */
  static String behind(NodeView set) {
    LineBuilder signs = new LineBuilder();
    addTo(signs, set);
    return signs.build().text();
  }

  /** {@code ○s0:0 ●s0:1 ○s0:2}; empty where the signs alone tell. */
  static Optional<String> names(NodeView set) {
    return set.members().size() < 2 || isAsAtTheStart(set)
        ? Optional.empty()
        : Optional.of(named(set).text());
  }

  /** The members with their names in the lines of a panel, where there is something to tell. */
  static List<StyledLine> lines(NodeView set, int inner) {
    if (set.members().size() < 2 || isAsAtTheStart(set)) {
      return new ArrayList<>();
    }
    return new ArrayList<>(Prose.wrap(named(set), inner, 2));
  }

  private static StyledLine named(NodeView set) {
    LineBuilder line = new LineBuilder();
    for (MemberView member : set.members()) {
      line.separate(" ");
      line.add(sign(member) + DisplayWidth.visible(member.name()), role(member));
    }
    return line.build();
  }

  private static boolean isAsAtTheStart(NodeView set) {
    for (int i = 0; i < set.members().size(); i++) {
      if (!set.members().get(i).state().equals(i == 0 ? "PRIMARY" : "SECONDARY")) {
        return false;
      }
    }
    return true;
  }

  /** {@code ●}, {@code ○}, {@code ◇} or {@code ✗}. */
  static String sign(MemberView member) {
    return switch (member.state()) {
      case "PRIMARY" -> "●";
      case "SECONDARY" -> "○";
      case "DOWN" -> "✗";
      default -> "◇";
    };
  }

  static Role role(MemberView member) {
    return switch (member.state()) {
      case "PRIMARY" -> Role.OK;
      case "SECONDARY" -> Role.DIM;
      case "DOWN" -> Role.BLOCKED;
      default -> Role.WARN;
    };
  }
}
