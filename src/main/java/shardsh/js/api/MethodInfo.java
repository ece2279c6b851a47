package shardsh.js.api;

/**
 * What help and completion know about one method.
 *
 * @param name as typed, e.g. {@code splitAt}
 * @param usage e.g. {@code sh.splitAt("db.coll", {key: value})}
 * @param before a line to type before the usage; empty for none
 * @param help one sentence; may be empty for what is not modelled
 * @param deprecated whether mongosh advises against it; not in help lists, but completed
 * @param modelled whether it does anything here
 */
public record MethodInfo(
    String name, String usage, String before, String help, boolean deprecated, boolean modelled) {}
