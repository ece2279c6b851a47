package shardsh.render;

import java.util.function.BiConsumer;
import org.bson.BsonDocument;
import shardsh.core.trace.BalancerEvent;
import shardsh.render.BalancerRoundText.Compared;

/** What a balancer round compared, and why it chose a chunk or left all where they are. */
final class WhyBalancer {
  private final Scene scene;
  private final BiConsumer<String, Role> say;

  WhyBalancer(Scene scene, BiConsumer<String, Role> say) {
    this.scene = scene;
    this.say = say;
  }

  void round(BalancerEvent.BalancerRound event) {
    String policy = BalancerRoundText.text(event.report(), "policy");
    for (Compared compared : BalancerRoundText.compared(event.report())) {
      compared(policy, compared);
    }
    for (BsonDocument move : BalancerRoundText.documents(event.report(), "moves")) {
      if (move.isDocument("min") && move.isDocument("max") && move.containsKey("why")) {
        say.accept(
            "It chose "
                + KeyText.of(BalancerRoundText.range(move))
                + " because "
                + BalancerRoundText.text(move, "why")
                + ".",
            Role.PLAIN);
      }
    }
    for (BsonDocument phase : BalancerRoundText.documents(event.report(), "phases")) {
      say.accept("The " + BalancerRoundText.phase(phase) + ".", Role.PLAIN);
    }
    for (BsonDocument skipped : BalancerRoundText.documents(event.report(), "skipped")) {
      String ns = BalancerRoundText.text(skipped, "ns");
      say.accept(
          (ns.isEmpty() ? "No round: " : "Left alone: " + ns + ", ")
              + BalancerRoundText.text(skipped, "why")
              + ".",
          Role.WARN);
    }
  }

  private void compared(String policy, Compared compared) {
    String start =
        "The balancer compared the "
            + (compared.unit().equals("MB") ? "megabytes" : compared.unit())
            + " of "
            + compared.what()
            + ": "
            + compared.counts()
            + ". ";
    if (compared.difference().isEmpty()) {
      say.accept(start + "No pair of shards could be formed: nothing moves.", Role.PLAIN);
      return;
    }
    say.accept(
        start
            + "The difference is "
            + BalancerRoundText.number(compared.difference().get())
            + ", the threshold "
            + BalancerRoundText.number(compared.threshold())
            + BalancerRoundText.rule(policy, compared, scene.now().balancer().chunkSizeMB())
            + ": "
            + (compared.reachesThreshold() ? "a chunk should move." : "nothing needs to move."),
        Role.PLAIN);
  }

  void zoneViolated(BalancerEvent.ZoneViolated event) {
    say.accept(
        KeyText.of(event.range())
            + " belongs to zone "
            + event.zone()
            + ", and "
            + event.on()
            + " is not in it: it should move, whatever the sizes.",
        Role.WARN);
  }
}
