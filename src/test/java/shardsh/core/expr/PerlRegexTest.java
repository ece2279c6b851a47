package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class PerlRegexTest {

  private static boolean found(String pattern, String options, String text) {
    return PerlRegex.compile(pattern, options).matcher(text).find();
  }

  @Test
  void dollarAndDotKnowNewlineOnly() {
    assertEquals(true, found("a.b", "", "a\rb"));
    assertEquals(false, found("a.b", "", "a\nb"));
    assertEquals(true, found("a$", "", "a\n"));
    assertEquals(false, found("a$", "", "a\r"));
  }

  @Test
  void classesReadBracketsAndAmpersandsAsCharacters() {
    assertEquals(true, found("^[a[]$", "", "["));
    assertEquals(true, found("^[&&a]$", "", "&"));
    assertEquals(true, found("^[]x]$", "", "]"));
    assertEquals(true, found("^[^]x]$", "", "["));
    assertEquals(true, found("^[a #]$", "x", "#"));
  }

  @Test
  void posixClassesAreAsciiUnlessUcp() {
    assertEquals(true, found("^[[:alpha:]_]+$", "", "ab_C"));
    assertEquals(false, found("^[[:alpha:]]+$", "", "café"));
    assertEquals(true, found("(*UCP)^\\w+$", "", "café"));
    assertEquals(true, found("^[[:^digit:]]$", "", "x"));
  }

  @Test
  void caseFoldsInAllScripts() {
    assertEquals(true, found("ÄÖ", "i", "äö"));
  }

  @Test
  void bracesThatAreNoQuantifierAreCharacters() {
    assertEquals(true, found("^a{b}$", "", "a{b}"));
    assertEquals(true, found("^a{2,3}$", "", "aaa"));
    assertEquals(true, found("^a{,3}$", "", "a{,3}"));
  }

  @Test
  void namedGroupsInAllSpellings() {
    assertEquals(true, found("(?P<x>a)(?P=x)", "", "aa"));
    assertEquals(true, found("(?'x'a)\\k{x}", "", "aa"));
    assertEquals(true, found("(a)\\g{1}0", "", "aa0"));
  }

  @Test
  void quotationAndHexadecimal() {
    assertEquals(true, found("^\\Qa.b\\E.$", "", "a.bc"));
    assertEquals(true, found("^\\x41\\x{1F600}$", "", "A\uD83D\uDE00"));
  }

  @Test
  void commentsAreSkippedInExtendedMode() {
    assertEquals(true, found("F o o # a [comment\n$", "x", "Foo"));
  }

  @Test
  void whatJavaDoesNotHaveIsRefusedByName() {
    assertThrows(PatternSyntaxException.class, () -> PerlRegex.compile("(?R)", ""));
    assertThrows(PatternSyntaxException.class, () -> PerlRegex.compile("(a)(?(1)b|c)", ""));
    assertThrows(PatternSyntaxException.class, () -> PerlRegex.compile("a\\Kb", ""));
    assertThrows(PatternSyntaxException.class, () -> PerlRegex.compile("^(*UCP)a", ""));
  }

  @Test
  void aLookbehindNeedsOneLengthForEachOfItsAlternatives() {
    for (String pattern :
        List.of(
            "(?<=a)b",
            "(?<!ab|c)d",
            "(?<=a{3}[x-z]\\d)b",
            "(?<=(?:ab|cd)e)f",
            "(?<=\\bx)y",
            "a*b",
            "(?<=^|,)x",
            "(?<=(?i:a))b",
            "(?<n>a+)(?=b*)",
            "(?<=\\Qa*\\E)b")) {
      PerlRegex.compile(pattern, "");
    }
    for (String pattern :
        List.of(
            "(?<=a*)b",
            "(?<!a+)b",
            "(?<=ab?)c",
            "(?<=a{1,3})b",
            "(?<=(?:a|bc)d)e",
            "x(?<=(a|bc))d",
            "(?:(?<=a{2,})b)")) {
      PatternSyntaxException refused =
          assertThrows(PatternSyntaxException.class, () -> PerlRegex.compile(pattern, ""), pattern);
      assertEquals("lookbehind assertion is not fixed length", PatternFault.reason(refused));
    }
  }
}
