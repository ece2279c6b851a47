package shardsh.js.api;

import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import shardsh.js.ShellObject;

/** A method of an API object as the program holds it; {@code f.help()} explains it. */
final class BoundMethod implements ProxyExecutable, ShellObject {
  private final ApiObject owner;
  private final MethodTable.Entry entry;

  BoundMethod(ApiObject owner, MethodTable.Entry entry) {
    this.owner = owner;
    this.entry = entry;
  }

  @Override
  public Object execute(Value... arguments) {
    return owner.invoke(entry, arguments);
  }

  /** Whether it is the global function {@code help}, which prints its page without a call. */
  boolean isGlobalHelp() {
    return owner instanceof Globals && entry.name().equals("help");
  }

  ApiObject owner() {
    return owner;
  }

  /** The help of this method alone. */
  HelpText help() {
    return HelpText.of(owner, entry);
  }

  @Override
  public Object getMember(String key) {
    return switch (key) {
      case "help" -> new HelpCall(help());
      case "name" -> entry.name();
      default -> null;
    };
  }

  @Override
  public Object getMemberKeys() {
    return ProxyArray.fromArray();
  }

  @Override
  public boolean hasMember(String key) {
    return key.equals("help") || key.equals("name");
  }

  @Override
  public void putMember(String key, Value value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public String display() {
    return "[Function: " + entry.name() + "]";
  }

  /** {@link #display}: the engine puts this text into its own errors. */
  @Override
  public String toString() {
    return display();
  }
}
