package shardsh.shell;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.render.BsonInspect;
import shardsh.render.InspectOptions;
import shardsh.render.ValueFormatter;

/**
 * What of the shown text proves that its reader has looked: not what a program prints or makes up,
 * not an error's words, not documents that anybody may have stored, and no text that the program
 * itself has sent to the cluster.
 */
final class Proof {
  /** What learners name and send in honest work; nobody forges a picture with it. */
  private static final Pattern HONEST = Pattern.compile("[\\w$.-]*");

  /** After so many odd texts of the program's own nothing is believed. */
  private static final int SENT_MAX = 20_000;

  /** They give back what they are given. */
  private static final List<String> ECHOES =
      List.of("sim.fork", "sim.back", "sim.whatIf", "sim.compareProfiles", "sim.save");

  private static final List<String> READS = List.of("find", "findOne", "aggregate", "distinct");

  private final Set<String> sent = new LinkedHashSet<>();

  /**
   * @param shown the value or error of a text as it was shown
   * @param programMade whether the value may be the program's own; takes long to tell
   * @param isPage whether it is a page of documents
   * @param showsAny whether anything was printed or shown at all
   * @param trace what the text made happen
   */
  String of(
      String shown,
      Submission done,
      BooleanSupplier programMade,
      boolean isPage,
      boolean showsAny,
      List<CallFacts> calls,
      List<TraceEntry> trace) {
    boolean explains = false;
    for (TraceEntry entry : trace) {
      if (entry.event() instanceof CallEvent.RequestSent request
          && request.from().equals(NodeId.APP)) {
        collect(request.body());
        explains = request.body().containsKey("explain");
      }
    }
    // A reply that the program has not touched is the last one: here, that of explain.
    boolean showsPlan = explains && !isPage;
    boolean isOfNobody = isPage && calls.isEmpty();
    boolean showsDocuments = !showsPlan && calls.stream().anyMatch(Proof::readsDocuments);
    boolean isEcho = calls.stream().anyMatch(call -> ECHOES.contains(call.op()));
    boolean isFailure = done.failure().isPresent();
    if (isEcho || isFailure || sent.size() > SENT_MAX) {
      return "";
    }
    boolean isUntouched =
        !shown.isEmpty() && !isOfNobody && !showsDocuments && !programMade.getAsBoolean();
    String proof = (isUntouched ? shown : "") + (showsAny ? eventsAsked(calls) : "");
    for (String text : sent) {
      proof = proof.contains(text) ? proof.replace(text, "") : proof;
    }
    return proof;
  }

  /** Whoever shows something of the list of events has asked for it, whatever he picks out. */
  private static String eventsAsked(List<CallFacts> calls) {
    StringBuilder events = new StringBuilder();
    for (CallFacts call : calls) {
      if (call.op().equals("sim.trace")) {
        ValueFormatter.format(BsonInspect.node(call.result()), InspectOptions.DEEP)
            .forEach(line -> events.append(line.text()).append('\n'));
      }
    }
    return events.toString();
  }

  /** Documents of collections where anybody may store what he likes, or makes it up. */
  private static boolean readsDocuments(CallFacts call) {
    boolean isOfSystem = call.ns().startsWith("config.") && !call.op().equals("aggregate");
    return READS.contains(call.op()) && !isOfSystem;
  }

  private void collect(BsonValue value) {
    if (value.isString()) {
      keep(value.asString().getValue());
    } else if (value.isArray()) {
      value.asArray().forEach(this::collect);
    } else if (value.isDocument()) {
      value
          .asDocument()
          .forEach(
              (name, field) -> {
                keep(name);
                collect(field);
              });
    }
  }

  private void keep(String text) {
    if (sent.size() <= SENT_MAX && !HONEST.matcher(text).matches()) {
      sent.add(text);
    }
  }
}
