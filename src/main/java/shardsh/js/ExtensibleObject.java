package shardsh.js;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * An object of the shell that keeps what a program assigns to it, as mongosh's objects do: found
 * first when read, listed, and gone again after {@code delete}. Our own code calls the object's
 * Java methods and never sees what was assigned, so that a program changes what it reads itself and
 * nothing else.
 */
public abstract class ExtensibleObject implements ShellObject {
  private static final StackWalker STACK = StackWalker.getInstance();
  private static final String CALL = "invokeMember";
  private static final int ENGINE_FRAMES_MAX = 16;

  private Map<String, Value> assigned;

  /**
   * Members that were read to be read: looking at the stack again would cost more than the read.
   */
  private final Set<String> read = new LinkedHashSet<>();

  /** A member as the shell made it; null for none. */
  protected abstract Object builtIn(String key);

  protected abstract boolean hasBuiltIn(String key);

  /** The names of the members that the shell made, as far as they are listed. */
  protected abstract List<String> builtInNames();

  /**
   * A member that is a setting of the shell takes the value itself.
   *
   * @return whether it is one
   */
  protected boolean takes(String key, Value value) {
    return false;
  }

  @Override
  public final Object getMember(String key) {
    Value own = assigned == null ? null : assigned.get(key);
    if (own != null) {
      return own;
    }
    Object made = builtIn(key);
    if (isOnlyRead(made) && read.add(key) && isCall()) {
      read.remove(key);
      refuseCall(key);
    }
    return made;
  }

  private static boolean isOnlyRead(Object member) {
    return member instanceof ExtensibleObject && !(member instanceof ProxyExecutable);
  }

  /** Throws the error of a call of a member that is no method; left to the engine by default. */
  protected void refuseCall(String key) {}

  /**
   * Whether the engine asks for a member in order to call it at once. Nothing but the stack tells,
   * and the engine's own error for it names its internals.
   */
  private static boolean isCall() {
    return STACK.walk(
        frames ->
            frames.limit(ENGINE_FRAMES_MAX).anyMatch(frame -> frame.getMethodName().equals(CALL)));
  }

  @Override
  public final boolean hasMember(String key) {
    boolean has = assigned != null && assigned.containsKey(key) || hasBuiltIn(key);
    if (!has && isCall()) {
      refuseCall(key);
    }
    return has;
  }

  @Override
  public final Object getMemberKeys() {
    List<Object> names = new ArrayList<>(builtInNames());
    if (assigned != null) {
      assigned.keySet().stream().filter(name -> !names.contains(name)).forEach(names::add);
    }
    return ProxyArray.fromList(names);
  }

  @Override
  public final void putMember(String key, Value value) {
    if (takes(key, value)) {
      return;
    }
    if (assigned == null) {
      assigned = new LinkedHashMap<>();
    }
    assigned.put(key, value);
  }

  /** What the shell made stays, as what a prototype has stays in JavaScript. */
  @Override
  public final boolean removeMember(String key) {
    if (assigned != null) {
      assigned.remove(key);
    }
    return true;
  }

  /** {@link #display}: the engine puts this text into its own errors. */
  @Override
  public final String toString() {
    return display();
  }
}
