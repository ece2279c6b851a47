package shardsh.js;

/** Worlds on the one engine of the tests. */
public final class TestEngines {
  private TestEngines() {}

  /** An empty world with these ports. */
  public static JsEngine fresh(EnginePorts ports) {
    return fresh(ports, EngineLimits.NONE);
  }

  public static JsEngine fresh(EnginePorts ports, EngineLimits limits) {
    return SharedEngine.get().isolated(ports, limits);
  }
}
