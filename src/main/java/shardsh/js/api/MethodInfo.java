package shardsh.js.api;

/**
 * What help and completion know about one method.
 *
 * @param name as typed, e.g. {@code splitAt}
 * @param usage e.g. {@code sh.splitAt("db.coll", {key: value})}
 * @param help one sentence; empty for what is not modelled
 * @param deprecated whether mongosh advises against it; not in help lists, but completed
 * @param modelled whether it does anything here
 */
public record MethodInfo(
    String name, String usage, String help, boolean deprecated, boolean modelled) {}
