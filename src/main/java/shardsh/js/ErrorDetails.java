package shardsh.js;

import org.bson.BsonDocument;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyObject;

/** What Java knows about an error it threw into JavaScript; the program cannot look inside. */
record ErrorDetails(EvaluationError.Kind kind, String hint, BsonDocument fields)
    implements ProxyObject {

  @Override
  public Object getMember(String key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Object getMemberKeys() {
    return ProxyArray.fromArray();
  }

  @Override
  public boolean hasMember(String key) {
    return false;
  }

  @Override
  public void putMember(String key, Value value) {
    throw new UnsupportedOperationException();
  }
}
