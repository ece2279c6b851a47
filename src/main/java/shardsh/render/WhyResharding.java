package shardsh.render;

import shardsh.core.trace.ReshardingEvent;

/** What each state of a resharding operation means. */
final class WhyResharding {
  private WhyResharding() {}

  static Role role(ReshardingEvent.ReshardingMoved event) {
    return event.reason().isEmpty() ? Role.PLAIN : Role.ERROR;
  }

  private static boolean changesKey(ReshardingEvent.ReshardingMoved event) {
    return event.command().equals("reshardCollection");
  }

  static String noted(ReshardingEvent.ReshardingNoted event) {
    return switch (event.note()) {
      case STOPPED ->
          event.command()
              + " of "
              + event.ns()
              + " stands still before "
              + event.next().text()
              + ", held by "
              + event.detail()
              + ". sim.step() enters that state; "
              + (event.detail().startsWith("sim.")
                  ? "sim.stepMigrations(false)"
                  : "configureFailPoint with mode \"off\"")
              + " lets it go on as time goes.";
      case WAITED ->
          "The "
              + event.detail()
              + " waited "
              + Amounts.duration(event.micros() / 1000)
              + " of simulated time on "
              + event.on()
              + ": while the last changes are copied, writes to the collection wait on the donors."
              + " A write without a time limit lets what stands go on; with maxTimeMS it waits for"
              + " that long.";
    };
  }

  static String text(ReshardingEvent.ReshardingMoved event) {
    return switch (event.state()) {
      case INITIALIZING ->
          event.command()
              + " of "
              + event.ns()
              + (changesKey(event)
                  ? " begins: the config servers choose the new chunks and note a temporary"
                      + " collection."
                  : " begins: the config servers note a temporary collection on "
                      + EventText.names(event.to())
                      + ".")
              + " Chunks do not move until it is over.";
      case PREPARING_TO_DONATE ->
          "The shards that own chunks now are the donors; they note what to copy.";
      case CLONING ->
          changesKey(event)
              ? "Each recipient copies the documents of its new chunks from every donor. Reads and"
                  + " writes go on by the old key."
              : EventText.names(event.to())
                  + " copies all documents from "
                  + EventText.names(event.from())
                  + ". Reads and writes go on there.";
      case APPLYING ->
          "The recipients apply what was written since their copy. Writes still go on; a server"
              + " waits until five minutes have passed since the beginning.";
      case BLOCKING_WRITES ->
          "Writes to "
              + event.ns()
              + " wait now, for two seconds at most, while the last changes are copied.";
      case COMMITTING ->
          "The decision is made: the config servers replace the collection's rows, and each shard"
              + " renames its temporary collection.";
      case DONE ->
          event.command()
              + " of "
              + event.ns()
              + " is done after "
              + Amounts.duration(event.elapsedMillis())
              + ": "
              + Amounts.count(event.docs(), "document")
              + ", "
              + Amounts.size(event.bytes())
              + " copied. The uuid and the epoch are new.";
      case ABORTING ->
          event.command()
              + " of "
              + event.ns()
              + " ends early ("
              + event.reason()
              + "): what recipients copied is dropped.";
      case ABORTED ->
          event.ns() + " is as it was before" + (changesKey(event) ? ", by its old key." : ".");
    };
  }
}
