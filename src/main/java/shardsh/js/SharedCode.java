package shardsh.js;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;

/**
 * Parsed code that many worlds share, also worlds of several threads, one thread each. The first
 * world reads our own files and the programs given to it; the next find them read.
 */
public final class SharedCode implements AutoCloseable {
  private final Engine polyglot = Polyglot.engine();

  /** Our own files. The library forgets what it has parsed when nobody holds its source. */
  private final Map<String, Source> own = new LinkedHashMap<>();

  /** A new world; close it before this. */
  public JsEngine start(EnginePorts ports, EngineLimits limits) {
    return new JsEngine(this, ports, limits);
  }

  Context newContext(EngineLimits limits) {
    return Polyglot.context(polyglot, limits);
  }

  Source own(String name) {
    synchronized (own) {
      return own.computeIfAbsent(name, SharedCode::read);
    }
  }

  private static Source read(String name) {
    try (InputStream stream = SharedCode.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the program lacks its own file " + name);
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder("js", text, name).internal(true).buildLiteral();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends every world that is still there. */
  @Override
  public void close() {
    polyglot.close(true);
  }
}
