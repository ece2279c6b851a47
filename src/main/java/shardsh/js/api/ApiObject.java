package shardsh.js.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import shardsh.core.base.NodeId;
import shardsh.js.ExtensibleObject;
import shardsh.js.ShellInputException;

/**
 * An object of the API: its annotated methods are what the program can call. What they throw
 * becomes an error of the program.
 */
abstract class ApiObject extends ExtensibleObject {
  final ShellApi api;
  private List<Object> parts;
  private MethodTable table;
  private Map<String, BoundMethod> methods;

  ApiObject(ShellApi api) {
    this.api = api;
  }

  private MethodTable table() {
    if (table == null) {
      parts = parts();
      table = api.methods(getClass(), parts);
    }
    return table;
  }

  /** The objects that have the methods: this one, and others if it has many. */
  List<Object> parts() {
    return List.of(this);
  }

  /** The class's name in mongosh's errors, e.g. {@code Collection}. */
  abstract String apiName();

  /** What stands before the method's name in a record of calls, e.g. {@code sh.}; may be empty. */
  abstract String callPrefix();

  /** The process that calls go to. */
  NodeId node() {
    return api.current().connection().node();
  }

  /** The collection that calls are about; empty for none. */
  String ns() {
    return "";
  }

  /** Everything that can be called on it, in the order of help. */
  final List<MethodInfo> methodInfos() {
    return table().infos();
  }

  final Object invoke(MethodTable.Entry entry, Value[] arguments) {
    api.engine().requireUsable();
    try {
      if (entry.method() == null) {
        throw notModelled(qualified(entry));
      }
      ShellMethod info = entry.info();
      if (!info.deprecated().isEmpty()) {
        api.deprecated(info.deprecated());
      }
      Args args = new Args(api.engine().values(), arguments, qualified(entry), info.usage());
      args.atMost(info.takes());
      return api.engine()
          .values()
          .toGuest(info.counts() ? counted(entry, args) : call(entry, args));
    } catch (RuntimeException e) {
      throw api.thrown(e);
    }
  }

  private Object call(MethodTable.Entry entry, Args args) {
    return entry.call(parts.get(entry.part()), args);
  }

  private Object counted(MethodTable.Entry entry, Args args) {
    String name = callPrefix() + entry.name();
    api.host().helperCalled(name, node(), ns(), filter(args, entry.info().filterAt()));
    Object result;
    try {
      result = call(entry, args);
    } catch (RuntimeException e) {
      api.host().helperFailed(e);
      throw e;
    }
    api.host().helperReturned(result);
    return result;
  }

  private String qualified(MethodTable.Entry entry) {
    if (entry.info() != null && !entry.info().errorName().isEmpty()) {
      return entry.info().errorName();
    }
    return apiName().isEmpty() ? entry.name() : apiName() + "." + entry.name();
  }

  private static Optional<BsonDocument> filter(Args args, int position) {
    if (position < 0 || !args.hasValue(position)) {
      return Optional.empty();
    }
    try {
      return args.documentIfAny(position);
    } catch (ShellInputException | PolyglotException e) {
      // The method itself says what is wrong with it.
      return Optional.empty();
    }
  }

  static RuntimeException notModelled(String what) {
    return new ShellInputException(
        "MongoshUnimplementedError", what + " is not modelled in shardsh", "");
  }

  /** The page of help of the whole object. */
  HelpText help() {
    List<MethodInfo> rows = new ArrayList<>();
    for (MethodInfo info : methodInfos()) {
      if (!info.deprecated() && info.modelled()) {
        rows.add(info);
      }
    }
    return new HelpText(apiName() + " Class", rows);
  }

  @Override
  protected final Object builtIn(String key) {
    MethodTable.Entry entry = table().find(key);
    if (entry != null) {
      return method(entry);
    }
    return switch (key) {
      case "help" -> new HelpCall(help());
      case "toJSON" -> (ProxyExecutable) arguments -> api.engine().values().jsonText(this);
      case "toString" -> (ProxyExecutable) arguments -> display();
      default -> otherMember(key);
    };
  }

  /** The same object each time, since a program may keep something at it. */
  private BoundMethod method(MethodTable.Entry entry) {
    if (methods == null) {
      methods = new LinkedHashMap<>();
    }
    return methods.computeIfAbsent(entry.name(), name -> new BoundMethod(this, entry));
  }

  /** A member that is no method; null for none. */
  Object otherMember(String key) {
    return null;
  }

  boolean hasOtherMember(String key) {
    return otherMember(key) != null;
  }

  @Override
  protected final void refuseCall(String key) {
    api.engine().refuseCall(key);
  }

  @Override
  protected final List<String> builtInNames() {
    return table().names();
  }

  @Override
  protected final boolean hasBuiltIn(String key) {
    return table().find(key) != null
        || key.equals("help")
        || key.equals("toString")
        || key.equals("toJSON")
        || hasOtherMember(key);
  }

  @Override
  public String display() {
    return apiName();
  }
}
