package shardsh.core.query;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;

/** The fields of a collation document, checked and completed with their defaults. */
record CollationSpec(
    String locale,
    boolean caseLevel,
    String caseFirst,
    int strength,
    boolean numericOrdering,
    String alternate,
    String maxVariable,
    boolean normalization,
    boolean backwards) {

  /** The languages of the manual's page on collation locales. */
  private static final List<String> LANGUAGES =
      Arrays.asList(
          ("af am ar as az be bg bn bo bs ca chr cs cy da de dsb dz ee el en eo es et fa fi fil fo"
                  + " fr ga gl gu ha haw he hi hr hsb hu hy id ig is it ja ka kk kl km kn ko kok"
                  + " ky lb lkt lo lt lv mk ml mn mr ms mt my nb ne nl nn no or pa pl ps pt ro ru"
                  + " sa se si sk sl smn sq sr sv sw ta te th to tr ug uk ur vi wae yi yo zh zu")
              .split(" "));

  private static final String VERSION = "57.1";

  boolean isSimple() {
    return locale.equals("simple");
  }

  static CollationSpec parse(BsonDocument spec) {
    String locale = null;
    boolean caseLevel = false;
    String caseFirst = "off";
    int strength = 3;
    boolean numericOrdering = false;
    String alternate = "non-ignorable";
    String maxVariable = "punct";
    boolean normalization = false;
    Boolean backwards = null;
    for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
      BsonValue value = field.getValue();
      switch (field.getKey()) {
        case "locale" -> locale = text("locale", value);
        case "caseLevel" -> caseLevel = flag("caseLevel", value);
        case "caseFirst" -> caseFirst = oneOf("caseFirst", value, "upper", "lower", "off");
        case "strength" -> strength = strength(value);
        case "numericOrdering" -> numericOrdering = flag("numericOrdering", value);
        case "alternate" -> alternate = oneOf("alternate", value, "non-ignorable", "shifted");
        case "maxVariable" -> maxVariable = oneOf("maxVariable", value, "punct", "space");
        case "normalization" -> normalization = flag("normalization", value);
        case "backwards" -> backwards = flag("backwards", value);
        case "version" -> checkVersion(value);
        default ->
            throw new CommandException(
                ErrorCode.UNKNOWN_FIELD,
                "BSON field 'collation." + field.getKey() + "' is an unknown field.");
      }
    }
    if (locale == null) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD, "BSON field 'collation.locale' is missing but a required field");
    }
    checkLocale(locale, spec);
    boolean french = locale.startsWith("fr_CA");
    return new CollationSpec(
        locale,
        caseLevel,
        caseFirst,
        strength,
        numericOrdering,
        alternate,
        maxVariable,
        normalization,
        backwards == null ? french : backwards);
  }

  private static void checkLocale(String locale, BsonDocument spec) {
    if (locale.equals("simple")) {
      if (spec.size() > 1) {
        throw new CommandException(
            ErrorCode.BAD_VALUE,
            "If locale is 'simple', then no other fields may be specified: " + ServerText.of(spec));
      }
      return;
    }
    if (locale.contains("@")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "shardsh does not model variants of collations such as '" + locale + "'");
    }
    String language = locale.split("[_-]", 2)[0];
    if (!LANGUAGES.contains(language)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "Field 'locale' is invalid in: " + ServerText.of(spec));
    }
  }

  private static void checkVersion(BsonValue value) {
    if (!text("version", value).equals(VERSION)) {
      throw new CommandException(
          new ErrorCode(161, "IncompatibleCollationVersion"),
          "Requested collation version "
              + value.asString().getValue()
              + " but the only available collator version was "
              + VERSION);
    }
  }

  private static String text(String name, BsonValue value) {
    if (!value.isString()) {
      throw wrongType(name, value, "string");
    }
    return value.asString().getValue();
  }

  private static boolean flag(String name, BsonValue value) {
    if (!value.isBoolean()) {
      throw wrongType(name, value, "bool");
    }
    return value.asBoolean().getValue();
  }

  private static String oneOf(String name, BsonValue value, String... allowed) {
    String given = text(name, value);
    if (!List.of(allowed).contains(given)) {
      throw notAllowed(name, given);
    }
    return given;
  }

  private static int strength(BsonValue value) {
    if (!value.isNumber() && !value.isDecimal128()) {
      throw wrongType("strength", value, "int");
    }
    long strength = WholeNumbers.exact(value).orElse(-1);
    if (strength < 1 || strength > 5) {
      throw notAllowed("strength", ServerText.of(value));
    }
    return (int) strength;
  }

  private static CommandException notAllowed(String name, String given) {
    return new CommandException(
        ErrorCode.BAD_VALUE,
        "Enumeration value '"
            + given
            + "' for field 'collation."
            + name
            + "' is not a valid value.");
  }

  private static CommandException wrongType(String name, BsonValue value, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field 'collation."
            + name
            + "' is the wrong type '"
            + Values.typeName(value)
            + "', expected type '"
            + expected
            + "'");
  }

  BsonDocument toBson() {
    return new BsonDocument("locale", new BsonString(locale))
        .append("caseLevel", BsonBoolean.valueOf(caseLevel))
        .append("caseFirst", new BsonString(caseFirst))
        .append("strength", new BsonInt32(strength))
        .append("numericOrdering", BsonBoolean.valueOf(numericOrdering))
        .append("alternate", new BsonString(alternate))
        .append("maxVariable", new BsonString(maxVariable))
        .append("normalization", BsonBoolean.valueOf(normalization))
        .append("backwards", BsonBoolean.valueOf(backwards))
        .append("version", new BsonString(VERSION));
  }
}
