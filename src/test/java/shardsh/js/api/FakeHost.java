package shardsh.js.api;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.base.NodeId;
import shardsh.core.base.WorkDone;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;
import shardsh.js.TestPorts;
import shardsh.render.StyledLine;

/**
 * A session that keeps what it is told. {@code sim} answers with the name and arguments of the
 * call.
 */
final class FakeHost implements ShellHost {
  final TestPorts ports = new TestPorts();
  final FakeConnection router = new FakeConnection("m0");
  final FakeConnection other = new FakeConnection("m1");
  final List<String> printed = new ArrayList<>();
  final List<String> calls = new ArrayList<>();
  final List<String> databases = new ArrayList<>();
  final Map<String, String> files = new LinkedHashMap<>();
  final Map<String, BsonValue> settings = new LinkedHashMap<>();
  final List<WorkDone> counted = new ArrayList<>();
  long slept;

  FakeHost() {
    settings.put("displayBatchSize", new BsonInt32(20));
  }

  @Override
  public long nowMillis() {
    return ports.nowMillis();
  }

  @Override
  public double nextRandom() {
    return ports.nextRandom();
  }

  @Override
  public ObjectId newObjectId() {
    return ports.newObjectId();
  }

  @Override
  public BsonBinary newUuid() {
    return ports.newUuid();
  }

  @Override
  public void warn(String text) {
    ports.warn(text);
  }

  @Override
  public void interruptModel() {}

  @Override
  public Connection connect(String address) {
    if (address.startsWith("m1")) {
      return other;
    }
    throw new ShellInputException("MongoNetworkError", "connect ECONNREFUSED " + address, "");
  }

  @Override
  public <T> T counting(WorkDone begun, Supplier<T> part) {
    counted.add(begun);
    return part.get();
  }

  @Override
  public void print(List<StyledLine> lines) {
    lines.forEach(line -> printed.add(line.text()));
  }

  @Override
  public void databaseChanged(Connection connection, String database) {
    databases.add(connection.node() + " " + database);
  }

  @Override
  public String readFile(String path) {
    String text = files.get(path);
    if (text == null) {
      throw new ShellInputException(
          "Error", "ENOENT: no such file or directory, open '" + path + "'", "");
    }
    return text;
  }

  @Override
  public Settings settings() {
    return new Settings() {
      @Override
      public Map<String, BsonValue> all() {
        return settings;
      }

      @Override
      public Optional<String> set(String key, BsonValue value) {
        if (!value.isNumber()) {
          return Optional.of(key + " must be a positive integer");
        }
        settings.put(key, value);
        return Optional.empty();
      }

      @Override
      public void reset(String key) {
        settings.put(key, new BsonInt32(20));
      }
    };
  }

  @Override
  public boolean isInteractive() {
    return true;
  }

  @Override
  public void sleep(long millis) {
    slept += millis;
  }

  @Override
  public void clearScreen() {
    printed.add("<clear>");
  }

  @Override
  public List<String> history() {
    return List.of("db", "sh.status()");
  }

  @Override
  public Optional<List<StyledLine>> show(String word, List<String> arguments) {
    return word.equals("cluster")
        ? Optional.of(List.of(StyledLine.of("the cluster " + arguments)))
        : Optional.empty();
  }

  @Override
  public Optional<List<StyledLine>> help(String topic) {
    return topic.equals("keys")
        ? Optional.of(List.of(StyledLine.of("about keys")))
        : Optional.empty();
  }

  @Override
  public void helperCalled(String name, NodeId node, String ns, Optional<BsonDocument> filter) {
    calls.add(
        name + " " + node + " " + ns + filter.map(document -> " " + document.toJson()).orElse(""));
  }

  @Override
  public SimHost sim() {
    return (SimHost)
        Proxy.newProxyInstance(
            SimHost.class.getClassLoader(),
            new Class<?>[] {SimHost.class},
            (proxy, method, arguments) -> {
              if (method.getReturnType() == Connection.class) {
                return other;
              }
              String text = method.getName() + (arguments == null ? "[]" : List.of(arguments));
              BsonDocument reply = new BsonDocument("call", new org.bson.BsonString(text));
              return method.getReturnType() == org.bson.BsonArray.class
                  ? new org.bson.BsonArray(List.of(reply))
                  : reply;
            });
  }

  @Override
  public void runWord(String line) {
    throw new IllegalStateException("no words here: " + line);
  }
}
