package shardsh.core.expr.op;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.bson.BsonBinary;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Values;

/** Binary data as text and back, in the formats of {@code $convert}. */
final class BinaryText {
  private static final int UUID_SUBTYPE = 4;

  private BinaryText() {}

  /**
   * @throws CommandException Location4341125 for a name that is no format
   */
  static void checkFormat(String format) {
    switch (format) {
      case "auto", "base64", "base64url", "utf8", "hex", "uuid" -> {}
      default -> throw Values.error(4341125, "Invalid 'format' argument for $convert: " + format);
    }
  }

  private static String required(String format) {
    if (format == null) {
      throw Values.error(
          4341115,
          "Missing 'format' argument for $convert: it is required for conversions between string"
              + " and binData");
    }
    return format;
  }

  static String print(BsonBinary binary, String format) {
    byte[] bytes = binary.getData();
    boolean isUuid = (binary.getType() & 0xFF) == UUID_SUBTYPE && bytes.length == 16;
    return switch (required(format)) {
      case "auto" -> isUuid ? uuid(bytes) : Base64.getEncoder().encodeToString(bytes);
      case "base64" -> Base64.getEncoder().encodeToString(bytes);
      case "base64url" -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      case "hex" -> hex(bytes);
      case "uuid" -> {
        if (!isUuid) {
          throw Conversions.failure(
              "Input is not a valid UUID: subtype " + (binary.getType() & 0xFF), "");
        }
        yield uuid(bytes);
      }
      default -> utf8(bytes);
    };
  }

  private static String uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong()).toString();
  }

  private static String hex(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length * 2);
    for (byte b : bytes) {
      out.append(Character.toUpperCase(Character.forDigit((b >> 4) & 0xF, 16)));
      out.append(Character.toUpperCase(Character.forDigit(b & 0xF, 16)));
    }
    return out.toString();
  }

  private static String utf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw Conversions.failure("BinData does not represent a valid UTF-8 string", "");
    }
  }

  static byte[] read(String text, int subtype, String format) {
    String name = required(format);
    if (name.equals("uuid") != (subtype == UUID_SUBTYPE)) {
      throw Conversions.failure(
          "Only the UUID format is allowed with the UUID subtype, and no other subtype", "");
    }
    try {
      return switch (name) {
        case "base64" -> Base64.getDecoder().decode(text);
        case "base64url" -> Base64.getUrlDecoder().decode(text);
        case "hex" -> unhex(text);
        case "uuid" -> uuidBytes(text);
        case "utf8" -> text.getBytes(StandardCharsets.UTF_8);
        default -> throw Conversions.failure("Format 'auto' cannot be used to read a string", "");
      };
    } catch (IllegalArgumentException e) {
      throw Conversions.failure("Failed to parse BinData '" + text + "'", ": " + name);
    }
  }

  private static byte[] unhex(String text) {
    if (text.length() % 2 != 0) {
      throw new IllegalArgumentException("odd number of digits");
    }
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      int high = Character.digit(text.charAt(2 * i), 16);
      int low = Character.digit(text.charAt(2 * i + 1), 16);
      if (high < 0 || low < 0) {
        throw new IllegalArgumentException("not a hexadecimal digit");
      }
      bytes[i] = (byte) (high * 16 + low);
    }
    return bytes;
  }

  private static byte[] uuidBytes(String text) {
    if (text.length() != 36) {
      throw new IllegalArgumentException("not a UUID");
    }
    UUID uuid = UUID.fromString(text);
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
