package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;

/** A resharding operation on a time line of the coordinator's states. */
final class ReshardingTimeLine {
  /** The server's words, cut to what a cell of the line holds. */
  private static final String[] NAMES = {
    "1 initializing", "2 preparing", "3 cloning", "4 applying", "5 blocking", "6 committing"
  };

  private ReshardingTimeLine() {}

  static List<StyledLine> of(Scene scene, ReshardingProgress view, int width) {
    List<StyledLine> lines = new ArrayList<>(scene.wrap(head(scene, view), width, 2));
    List<TimeLine.Step> steps = new ArrayList<>();
    for (int i = 0; i < NAMES.length; i++) {
      steps.add(step(view, i));
    }
    lines.addAll(TimeLine.of(steps, scene, width));
    return lines;
  }

  private static StyledLine head(Scene scene, ReshardingProgress view) {
    LineBuilder line =
        new LineBuilder()
            .add(view.command(), Role.TITLE)
            .add(" of " + DisplayWidth.visible(view.ns().toString()));
    if (view.command().equals("reshardCollection")) {
      line.add(" by " + DisplayWidth.visible(view.key()));
    }
    line.add("  ");
    names(scene, view.from(), line);
    line.add(" → ");
    names(scene, view.to(), line);
    boolean copying = view.state() == ReshardingState.CLONING && view.copied() < view.documents();
    if (view.state() != ReshardingState.INITIALIZING) {
      line.add(" · " + Amounts.size(view.bytes()) + " · ")
          .add(copying ? Amounts.count(view.copied()) + " of " : "")
          .add(Amounts.count(view.documents(), "doc"));
    }
    line.add(" · ");
    addState(scene, view, line);
    if (view.changes() > 0) {
      line.add(" · " + Amounts.count(view.changes(), "change") + " applied");
    }
    return line.build();
  }

  private static void names(Scene scene, List<ShardId> shards, LineBuilder line) {
    for (int i = 0; i < shards.size(); i++) {
      line.add(i == 0 ? "" : ", ").add(shards.get(i).name(), scene.shardRoles().of(shards.get(i)));
    }
  }

  private static void addState(Scene scene, ReshardingProgress view, LineBuilder line) {
    switch (view.state()) {
      case DONE -> line.add("done after " + Amounts.duration(lasted(view)), Role.OK);
      case ABORTING, ABORTED -> line.add("! " + whyAborted(view.reason()), Role.ERROR);
      case BLOCKING_WRITES, COMMITTING ->
          line.add(view.state().text() + ": writes wait", Role.BLOCKED);
      case INITIALIZING, PREPARING_TO_DONATE, CLONING, APPLYING ->
          line.add(view.state().text(), Role.MOVED);
    }
    if (view.stands()) {
      line.add(
          " · stands before " + view.state().next().text() + " (" + view.heldBy() + ")", Role.HINT);
    }
    long left = view.dueMillis() - scene.now().nowMillis();
    if (!view.isOver() && left > 0) {
      line.add(" · " + view.state().next().text() + " in " + Amounts.duration(left), Role.DIM);
    }
  }

  /** The server's whole reason for what a person aborted is that word. */
  private static String whyAborted(String reason) {
    return reason.equals("aborted") ? reason : "aborted: " + DisplayWidth.visible(reason);
  }

  private static long lasted(ReshardingProgress view) {
    return view.entered().get(view.entered().size() - 1).atMillis() - view.sinceMillis();
  }

  private static TimeLine.Step step(ReshardingProgress view, int index) {
    ReshardingState state = ReshardingState.values()[index];
    Optional<Long> entered = view.enteredAt(state);
    if (entered.isEmpty()) {
      boolean ended =
          view.state() == ReshardingState.ABORTING || view.state() == ReshardingState.ABORTED;
      return TimeLine.Step.absent(NAMES[index], ended);
    }
    String time = "+" + Amounts.duration(entered.get() - view.sinceMillis());
    boolean here = view.state() == state;
    boolean blocks = state.ordinal() >= ReshardingState.BLOCKING_WRITES.ordinal();
    return here
        ? new TimeLine.Step(NAMES[index], "▶", time, blocks ? Role.BLOCKED : Role.MOVED)
        : new TimeLine.Step(NAMES[index], "●", time, Role.OK);
  }
}
