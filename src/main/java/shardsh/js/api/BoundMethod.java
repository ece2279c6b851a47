package shardsh.js.api;

import java.util.List;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import shardsh.js.ExtensibleObject;

/** A method of an API object as the program holds it; {@code f.help()} explains it. */
final class BoundMethod extends ExtensibleObject implements ProxyExecutable {
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
  protected Object builtIn(String key) {
    return switch (key) {
      case "help" -> new HelpCall(help());
      case "name" -> entry.name();
      default -> null;
    };
  }

  @Override
  protected void refuseCall(String key) {
    owner.refuseCall(key);
  }

  @Override
  protected List<String> builtInNames() {
    return List.of();
  }

  @Override
  protected boolean hasBuiltIn(String key) {
    return key.equals("help") || key.equals("name");
  }

  @Override
  public String display() {
    return "[Function: " + entry.name() + "]";
  }
}
