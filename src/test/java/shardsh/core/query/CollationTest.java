package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.query.VectorFile.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;

class CollationTest {
  private static final String[] WORDS = {
    "a",
    "A",
    "b",
    "B",
    "\u00e9",
    "e",
    "E",
    "\u00c9",
    "a b",
    "ab",
    "a-b",
    "10",
    "9",
    "010",
    "1a",
    "_",
    " ",
    "$",
    "",
    "z",
    "\u00e5",
    "\u00f6",
    "stra\u00dfe",
    "strasse",
    "\u0416",
    "\u0436",
    "cot\u00e9",
    "c\u00f4te",
    "side-2",
    "side 10"
  };

  @Test
  void strengthsTellLettersAccentsAndCaseApart() {
    assertEquals("= = =", signs("{\"locale\": \"en\", \"strength\": 1}"));
    assertEquals("= < <", signs("{\"locale\": \"en\", \"strength\": 2}"));
    assertEquals("< < <", signs("{\"locale\": \"en\"}"));
    assertEquals("< = >", signs("{\"locale\": \"en\", \"strength\": 1, \"caseLevel\": true}"));
    assertEquals("> < <", signs("{\"locale\": \"en\", \"caseFirst\": \"upper\"}"));
  }

  /** a against A, e against e with accent, and A against a with accent. */
  private static String signs(String spec) {
    return sign(spec, "a", "A") + " " + sign(spec, "e", "\u00e9") + " " + sign(spec, "A", "\u00e1");
  }

  private static String sign(String spec, String left, String right) {
    BsonOrder order = Collation.parse(doc(spec)).order();
    int compared = order.compare(new BsonString(left), new BsonString(right));
    return compared < 0 ? "<" : compared > 0 ? ">" : "=";
  }

  @Test
  void numbersInTextSortByValueWhenAsked() {
    String numeric = "{\"locale\": \"en\", \"numericOrdering\": true}";

    assertEquals("<", sign(numeric, "item9", "item10"));
    assertEquals("=", sign(numeric, "item09", "item9"));
    assertEquals(">", sign("{\"locale\": \"en\"}", "item9", "item10"));
  }

  @Test
  void blanksAndPunctuationSortBelowDigitsAndDigitsBelowLetters() {
    String english = "{\"locale\": \"en\"}";

    assertEquals("<", sign(english, " ", "_"));
    assertEquals("<", sign(english, "_", "-"));
    assertEquals("<", sign(english, "-", "$"));
    assertEquals("<", sign(english, "$", "0"));
    assertEquals("<", sign(english, "9", "a"));
    assertEquals("<", sign(english, "a b", "aa"));
    assertEquals("=", sign("{\"locale\": \"en\", \"alternate\": \"shifted\"}", "a-b", "ab"));
  }

  @Test
  void languagesOrderTheirOwnLetters() {
    assertEquals(">", sign("{\"locale\": \"sv\"}", "\u00f6", "z"));
    assertEquals("<", sign("{\"locale\": \"de\"}", "\u00f6", "z"));
    assertEquals("=", sign("{\"locale\": \"ru\", \"strength\": 2}", "\u0416", "\u0436"));
    assertEquals("=", sign("{\"locale\": \"en\", \"strength\": 2}", "\u0416", "\u0436"));
    assertEquals("<", sign("{\"locale\": \"fr_CA\"}", "c\u00f4te", "cot\u00e9"));
  }

  @Test
  void comparisonValuesSortAsTheCollationDoes() {
    for (String spec :
        List.of(
            "{\"locale\": \"en\"}",
            "{\"locale\": \"en\", \"strength\": 1, \"caseLevel\": true}",
            "{\"locale\": \"sv\", \"strength\": 2}",
            "{\"locale\": \"en\", \"caseFirst\": \"upper\", \"numericOrdering\": true}",
            "{\"locale\": \"en\", \"strength\": 5, \"alternate\": \"shifted\"}")) {
      Collation collation = Collation.parse(doc(spec));
      for (String left : WORDS) {
        for (String right : WORDS) {
          BsonString a = new BsonString(left);
          BsonString b = new BsonString(right);
          int byKey =
              BsonOrder.SIMPLE.compare(collation.comparisonValue(a), collation.comparisonValue(b));
          assertEquals(Integer.signum(collation.order().compare(a, b)), byKey, spec + left + right);
        }
      }
    }
  }

  @Test
  void badSpecificationsFailWithTheServersCodes() {
    List<Integer> codes = new ArrayList<>();
    for (String spec :
        List.of(
            "{\"strength\": 1}",
            "{\"locale\": \"en\", \"x\": 1}",
            "{\"locale\": 1}",
            "{\"locale\": \"xx\"}",
            "{\"locale\": \"en\", \"strength\": 6}",
            "{\"locale\": \"simple\", \"strength\": 1}",
            "{\"locale\": \"de@collation=phonebook\"}")) {
      codes.add(
          assertThrows(CommandException.class, () -> Collation.parse(doc(spec)))
              .errorCode()
              .code());
    }

    assertEquals(List.of(40414, 40415, 14, 2, 2, 2, 115), codes);
  }

  @Test
  void simpleIsSimpleAndSpecificationsAreCompleted() {
    assertTrue(Collation.parse(doc("{\"locale\": \"simple\"}")).isSimple());
    assertEquals(
        doc(
            "{\"locale\": \"en\", \"caseLevel\": false, \"caseFirst\": \"off\", \"strength\": 3,"
                + " \"numericOrdering\": false, \"alternate\": \"non-ignorable\","
                + " \"maxVariable\": \"punct\", \"normalization\": false, \"backwards\": false,"
                + " \"version\": \"57.1\"}"),
        Collation.parse(doc("{\"locale\": \"en\"}")).toBson());
  }
}
