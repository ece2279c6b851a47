package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads TAP 14 as its specification has it and refuses all that a lenient reader would let pass: a
 * missing or second plan, numbers out of order, a subtest whose point says another thing, a
 * diagnostic that is no YAML, unknown directives, any other line.
 */
final class TapReader {
  private static final Pattern PLAN = Pattern.compile("1\\.\\.(\\d+)(?: # (.+))?");
  private static final Pattern POINT =
      Pattern.compile("(not )?ok (\\d+) - ((?:[^\\\\#]|\\\\[\\\\#])*?)(?: # (SKIP|TODO) (\\S.*))?");

  private final List<String> lines;
  private int at;
  private boolean passed = true;
  private boolean bailedOut;

  private TapReader(List<String> lines) {
    this.lines = lines;
  }

  static TapReader read(String text) {
    assertTrue(text.endsWith("\n"), "the last line does not end");
    List<String> lines = text.lines().toList();
    assertEquals("TAP version 14", lines.get(0));
    TapReader reader = new TapReader(lines.subList(1, lines.size()));
    reader.document();
    return reader;
  }

  boolean isPassed() {
    return passed && !bailedOut;
  }

  boolean isBailedOut() {
    return bailedOut;
  }

  private void document() {
    int planned = -1;
    int points = 0;
    String subtest = null;
    boolean innerPassed = true;
    while (at < lines.size()) {
      String line = lines.get(at++);
      Matcher plan = PLAN.matcher(line);
      Matcher point = POINT.matcher(line);
      if (line.startsWith("Bail out!")) {
        assertEquals(lines.size(), at, "something follows the end");
        bailedOut = true;
        return;
      }
      if (line.startsWith("# Subtest: ")) {
        subtest = line.substring("# Subtest: ".length());
        innerPassed = inner();
      } else if (plan.matches()) {
        assertEquals(-1, planned, "a second plan");
        planned = Integer.parseInt(plan.group(1));
      } else if (!line.startsWith("# ")) {
        assertTrue(point.matches(), "no line of TAP: " + line);
        assertEquals(++points, Integer.parseInt(point.group(2)), line);
        boolean ok = point.group(1) == null;
        if (subtest != null) {
          assertEquals(subtest, point.group(3), "the point of a subtest");
          assertTrue(innerPassed || !ok, "a failed subtest that is ok: " + subtest);
          subtest = null;
        }
        passed &= ok || point.group(4) != null;
        diagnostics();
      }
    }
    assertTrue(subtest == null, "a subtest without its point");
    assertEquals(planned, points, "points of the plan");
  }

  private boolean inner() {
    List<String> own = new ArrayList<>();
    while (at < lines.size() && lines.get(at).startsWith("    ")) {
      own.add(lines.get(at++).substring(4));
    }
    TapReader reader = new TapReader(own);
    reader.document();
    return reader.passed;
  }

  private void diagnostics() {
    if (at == lines.size() || !lines.get(at).equals("  ---")) {
      return;
    }
    StringBuilder yaml = new StringBuilder();
    at++;
    while (at < lines.size() && !lines.get(at).equals("  ...")) {
      assertTrue(lines.get(at).startsWith("  "), lines.get(at));
      yaml.append(lines.get(at++).substring(2)).append('\n');
    }
    assertFalse(at == lines.size(), "a diagnostic without its end");
    at++;
    try {
      JsonNode tree = new YAMLMapper().readTree(yaml.toString());
      assertTrue(tree.isObject() && tree.hasNonNull("message"), yaml.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError("a diagnostic that is no YAML: " + yaml, e);
    }
  }
}
