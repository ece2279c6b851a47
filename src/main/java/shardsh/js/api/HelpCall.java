package shardsh.js.api;

import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import shardsh.js.OpaqueObject;

/**
 * The {@code help} of an object or method: gives its page when called, and prints as it when not.
 */
final class HelpCall extends OpaqueObject implements ProxyExecutable {
  private final HelpText page;

  HelpCall(HelpText page) {
    this.page = page;
  }

  HelpText page() {
    return page;
  }

  @Override
  public Object execute(Value... arguments) {
    return page;
  }

  @Override
  public String display() {
    return "[Function: help]";
  }
}
