package shardsh.js;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;

/** What the prelude may call: the ports, and conversions that Java has and JavaScript lacks. */
final class HostFunctions {
  /**
   * Globals that the prelude makes when they are first asked for: the BSON types, their older
   * spellings, and what it replaces.
   */
  static final List<String> LAZY_GLOBALS =
      List.of(
          "ObjectId",
          "ObjectID",
          "Long",
          "Timestamp",
          "Int32",
          "Double",
          "Decimal128",
          "Binary",
          "UUID",
          "MinKey",
          "MaxKey",
          "Code",
          "DBRef",
          "BSONSymbol",
          "BSONRegExp",
          "NumberLong",
          "NumberInt",
          "NumberDecimal",
          "ISODate",
          "BinData",
          "HexData",
          "MD5",
          "Date",
          "Proxy");

  private final EnginePorts ports;
  private final Function<String, Value> resources;

  /**
   * @param resources runs one of our own files
   */
  HostFunctions(EnginePorts ports, Function<String, Value> resources) {
    this.ports = ports;
    this.resources = resources;
  }

  /** {@code Math.random()}. */
  ProxyExecutable random() {
    return arguments -> ports.nextRandom();
  }

  /** What the prelude calls. */
  ProxyObject members() {
    Map<String, Object> members = new LinkedHashMap<>();
    put(members, "now", arguments -> (double) ports.nowMillis());
    put(members, "newObjectId", arguments -> ports.newObjectId().toHexString());
    put(members, "objectIdAt", arguments -> objectIdAt(arguments[0].asDouble()));
    put(members, "uuid", arguments -> HexFormat.of().formatHex(ports.newUuid().getData()));
    put(members, "decimal", arguments -> decimal(arguments[0].asString()));
    put(members, "recode", arguments -> recode(arguments));
    put(members, "resource", arguments -> resource(arguments[0].asString()));
    put(
        members,
        "warn",
        arguments -> {
          ports.warn(arguments[0].asString());
          return null;
        });
    return ProxyObject.fromMap(members);
  }

  private static void put(Map<String, Object> members, String name, ProxyExecutable function) {
    members.put(name, function);
  }

  /** Runs one of our own files in this context. */
  Value resource(String name) {
    return resources.apply(name);
  }

  private String objectIdAt(double seconds) {
    String fresh = new ObjectId(ports.newObjectId().toByteArray()).toHexString();
    return String.format("%08x", (int) (long) seconds) + fresh.substring(8);
  }

  private static String decimal(String text) {
    try {
      return Decimal128.parse(text).toString();
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /**
   * Bytes in one spelling (hex, base64, utf8) to another; null if they are not spelled like that.
   */
  private static String recode(Value[] arguments) {
    String text = arguments[0].asString();
    try {
      byte[] bytes =
          switch (arguments[1].asString()) {
            case "hex" -> HexFormat.of().parseHex(text);
            case "base64" -> Base64.getMimeDecoder().decode(text);
            default -> text.getBytes(StandardCharsets.UTF_8);
          };
      return switch (arguments[2].asString()) {
        case "hex" -> HexFormat.of().formatHex(bytes);
        case "base64" -> Base64.getEncoder().encodeToString(bytes);
        default -> new String(bytes, StandardCharsets.UTF_8);
      };
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
