package shardsh.js;

import org.graalvm.polyglot.proxy.ProxyObject;

/** An object of the shell's API as the program sees it: {@code db}, a collection, a helper. */
public interface ShellObject extends ProxyObject {

  /**
   * How it is printed inside other values, e.g. {@code shop.orders} or {@code [Function: find]}.
   */
  String display();
}
