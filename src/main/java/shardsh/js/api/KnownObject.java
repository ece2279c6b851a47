package shardsh.js.api;

/**
 * Which of the shell's objects something is.
 *
 * @param database the database it is about; empty for none
 * @param collection the collection it is about; empty for none
 */
public record KnownObject(ApiNames kind, String database, String collection) {

  static KnownObject of(ApiNames kind, String ns) {
    int dot = ns.indexOf('.');
    return dot < 0
        ? new KnownObject(kind, ns, "")
        : new KnownObject(kind, ns.substring(0, dot), ns.substring(dot + 1));
  }
}
