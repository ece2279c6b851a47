package shardsh.shell;

/** One learner at one session, in a lesson of the test's own steps, and what is read there. */
abstract class LessonDesk extends LearnerFixture {
  static final String CUT_450 = "sh.splitAt(\"shop.orders\", {customerId: 450})";
  static final String CUT_550 = "sh.splitAt(\"shop.orders\", {customerId: 550})";

  /** A guess at a route, before a command that makes it, and a step after it. */
  static final String GUESS =
      """
        - id: how-many
          kind: predict
          question:
            id: asked
            prompt: How many shards will be asked?
            type: one
            options:
              - {id: one, text: one, why: The key is there.}
              - {id: all, text: all three, why: "No key, no shard to pick."}
            key: {js: 'c.last.route.shards.length === 1 ? "one" : "all"'}
            after: {suggest: 'db.orders.find({customerId: 470})'}
          checks:
            - {id: s2-alone, kind: route, of: last, shards: [s2]}
        - {id: end, kind: read, say: Read.}
      """;

  /** A step that is over when there is a chunk from 450 on. */
  static final String CUT_STEP =
      """
        - id: cut
          kind: do
          ask: Cut at 450.
          checks:
            - {id: cut-450, kind: state, js: 'c.coll("shop.orders").chunk({customerId: 450}).min.customerId', equals: 450, message: "[400, 500) should be cut at 450."}
          hints: [h]
          solution: 'sh.splitAt("shop.orders", {customerId: 450})'
      """;

  private LiveSession session;

  /** Begins the lesson of these steps and of what follows them in the file. */
  String learn(String locale, String steps, String rest) {
    session = session(locale);
    return begin(session, steps, rest);
  }

  String learn(String steps) {
    return learn("en", steps, "");
  }

  LiveSession session() {
    return session;
  }

  /** What comes after a line. */
  String type(String text) {
    return type(session, text);
  }

  /** What stands above the prompt. */
  String task() {
    return task(session);
  }
}
