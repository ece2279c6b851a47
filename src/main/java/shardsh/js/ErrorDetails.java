package shardsh.js;

import org.bson.BsonDocument;
import org.graalvm.polyglot.proxy.Proxy;

/** What Java knows about an error it threw into JavaScript; the program cannot look inside. */
record ErrorDetails(EvaluationError.Kind kind, String hint, BsonDocument fields) implements Proxy {}
