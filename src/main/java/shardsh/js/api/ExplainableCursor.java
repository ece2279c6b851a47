package shardsh.js.api;

import org.bson.BsonDocument;

/** What {@code explain().find()} gives: runs when it is printed or finished. */
final class ExplainableCursor extends FindCursor {
  private final String verbosity;

  ExplainableCursor(Collection collection, BsonDocument options, String verbosity) {
    super(collection, options);
    this.verbosity = verbosity;
  }

  BsonDocument run() {
    asks();
    BsonDocument plan = db.explain(command(), verbosity);
    instead(plan);
    return plan;
  }

  @ShellMethod(
      usage = "db.collection.explain().find({a: 1}).finish()",
      help = "The explanation as a document.",
      counts = false)
  Object finish(Args args) {
    return run();
  }
}
