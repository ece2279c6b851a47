package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent.CallFailed;
import shardsh.core.trace.CallEvent.ReplyReceived;
import shardsh.core.trace.CallEvent.RequestSent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/**
 * A long trace with its repetitions told in one line: where a node makes the same call of several
 * others, or of one again and again, each time after the answer to the time before, the first is
 * shown and the rest is a remark; where they all come once more, a remark stands for all. A call is
 * all that happens until its answer; calls are alike whatever the numbers of documents and rows in
 * them.
 */
final class TraceFolds {
  /** A trace up to so many events is shown as it is. */
  static final int WHOLE_MAX = 40;

  private static final int GROUP_MAX = 3;
  private static final int FOLDED_MIN = 3;

  private final List<TraceEntry> entries;
  private final List<Row> rows = new ArrayList<>();
  private final Set<List<String>> seen = new LinkedHashSet<>();

  private TraceFolds(List<TraceEntry> entries) {
    this.entries = entries;
  }

  /**
   * A row of the picture: an event, or after the last event of a call a remark on its repetitions.
   */
  record Row(TraceEntry entry, Optional<EventText.Note> remark) {
    EventText.Note note() {
      return remark.orElseGet(() -> EventText.of(entry.event()));
    }
  }

  /** A row for each of these events. */
  static List<Row> none(List<TraceEntry> entries) {
    return entries.stream().map(entry -> new Row(entry, Optional.empty())).toList();
  }

  /** The rows of these events, which are in the order of their time. */
  static List<Row> of(List<TraceEntry> entries) {
    TraceFolds folds = new TraceFolds(entries);
    if (entries.size() <= WHOLE_MAX) {
      folds.show(0, entries.size());
    } else {
      folds.fold();
    }
    return List.copyOf(folds.rows);
  }

  private void fold() {
    int at = 0;
    while (at < entries.size()) {
      int end = at;
      int last = at;
      for (int calls = 1; calls <= GROUP_MAX && last - end < FOLDED_MIN; calls++) {
        end = endOfGroup(at, calls);
        last = end < 0 ? end : endOfRun(at, end, calls);
      }
      if (last - end >= FOLDED_MIN) {
        boolean again = !seen.add(shape(at, end));
        show(at, again ? at : end);
        remark(again ? at : end, last, again ? "as above" : "in the same way");
        at = last;
      } else {
        show(at, at + 1);
        at++;
      }
    }
  }

  private void show(int from, int to) {
    for (TraceEntry entry : entries.subList(from, to)) {
      rows.add(new Row(entry, Optional.empty()));
    }
  }

  /** Behind the reply to the request there, or -1 when there is no request or no reply. */
  private int endOfCall(int at) {
    if (!(entries.get(at).event() instanceof RequestSent sent)) {
      return -1;
    }
    for (int i = at + 1; i < entries.size(); i++) {
      ClusterEvent event = entries.get(i).event();
      boolean answered =
          event instanceof ReplyReceived reply
              && reply.from().equals(sent.to())
              && reply.to().equals(sent.from());
      boolean failed =
          event instanceof CallFailed call
              && call.from().equals(sent.from())
              && call.to().equals(sent.to());
      if (answered || failed) {
        return i + 1;
      }
    }
    return -1;
  }

  /** Behind so many calls of one node by one other that follow each other, or -1. */
  private int endOfGroup(int at, int calls) {
    int end = at;
    for (int i = 0; i < calls; i++) {
      int next = end < entries.size() ? endOfCall(end) : -1;
      if (next < 0 || !isSamePair(at, end)) {
        return -1;
      }
      end = next;
    }
    return end;
  }

  private boolean isSamePair(int one, int other) {
    RequestSent first = (RequestSent) entries.get(one).event();
    RequestSent second = (RequestSent) entries.get(other).event();
    return first.from().equals(second.from()) && first.to().equals(second.to());
  }

  /** Behind the last of the groups from there on that repeat the first. */
  private int endOfRun(int at, int end, int calls) {
    List<String> shape = shape(at, end);
    int last = end;
    while (last < entries.size()) {
      int next = endOfGroup(last, calls);
      if (next < 0 || !shape.equals(shape(last, next))) {
        return last;
      }
      last = next;
    }
    return last;
  }

  private List<String> shape(int from, int to) {
    RequestSent call = (RequestSent) entries.get(from).event();
    List<String> shape = new ArrayList<>();
    shape.add(call.from().name());
    for (TraceEntry entry : entries.subList(from, to)) {
      ClusterEvent event = entry.event();
      if (event instanceof RequestSent sent) {
        shape.add(sent.command() + role(call, sent.from()) + role(call, sent.to()));
      } else if (event instanceof ReplyReceived reply) {
        shape.add(reply.codeName() + role(call, reply.from()) + role(call, reply.to()));
      } else {
        NodeId on = EventText.of(event).on();
        shape.add(event.getClass().getSimpleName() + role(call, on));
      }
    }
    return shape;
  }

  /** A node by its part, so that calls of different shards have the same shape. */
  private static String role(RequestSent call, NodeId node) {
    if (node.equals(call.to())) {
      return " called";
    }
    return node.equals(call.from()) || node.equals(NodeId.CONFIG) ? " " + node.name() : " other";
  }

  private void remark(int from, int to, String how) {
    RequestSent first = (RequestSent) entries.get(from).event();
    Set<String> called = new LinkedHashSet<>();
    Set<String> commands = new LinkedHashSet<>();
    int calls = 0;
    for (int at = from; at < to; at = endOfCall(at)) {
      RequestSent sent = (RequestSent) entries.get(at).event();
      called.add(sent.to().name());
      commands.add(Facts.commandName(sent.command()));
      calls++;
    }
    int times = calls / commands.size();
    String text =
        "… "
            + String.join(" and ", commands)
            + (called.size() < times ? " " + Amounts.count(times, "more time") : "")
            + " to "
            + String.join(", ", called)
            + " "
            + how;
    EventText.Note note = new EventText.Note(first.from(), StyledLine.of(text, Role.DIM));
    rows.add(new Row(entries.get(to - 1), Optional.of(note)));
  }
}
