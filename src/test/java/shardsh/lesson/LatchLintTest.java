package shardsh.lesson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatchLintTest {
  private static List<String> remarks(String steps) {
    String text =
        """
        format: 1
        id: small
        track: mine
        title: Small
        summary: Small.
        difficulty: 1
        minutes: 1
        teaches: [S1-05]
        setup: {cluster: canvas}
        steps:
        %s
        complete: Done.
        """
            .formatted(steps);
    return new LessonReader()
        .lint(text, "small.lesson.yaml").stream().map(Fault::toString).toList();
  }

  private static List<String> ofCheck(String fields) {
    return remarks(
        """
          - id: one
            kind: do
            ask: Ask.
            checks:
              - {id: asked, kind: route, of: any, count: 1}
              - {id: early, %s}
            hints: [h]
            solution: 'db.orders.find({customerId: 470})'
            wrong: [{script: 'db.orders.find()', because: it asks all}]
        """
            .formatted(fields)
            .stripTrailing());
  }

  @Test
  void stepWhoseChecksAllHoldAtTheStartIsAFault() {
    String step =
        """
          - id: one
            kind: do
            ask: Ask.
            checks:
              - {id: none, kind: event, none: [{kind: stale}], latch: false}
              - {id: few, kind: cost, metric: messages, max: 9, latch: false}
            hints: [h]
            solution: 'db.orders.find({customerId: 470})'
            wrong: [{script: 'db.orders.find()', because: it asks all}]
        """
            .stripTrailing();

    assertEquals(
        List.of(
            "small.lesson.yaml:11: all checks of the step one hold before anything is done;"
                + " check what has to be done"),
        remarks(step));
  }

  @Test
  void resultThatIsTiedToNoCommandIsRemarkedOn() {
    String step =
        """
          - id: one
            kind: do
            ask: Ask.
            checks:
              - {id: asked, kind: route, of: any, count: 1}
              - {id: one-found, kind: docs, from: result, contains: [{customerId: 470}]}
            hints: [h]
            solution: 'db.orders.find({customerId: 470})'
            wrong: [{script: 'db.orders.find()', because: it asks all}]
        """
            .stripTrailing();

    List<String> said = remarks(step);

    assertEquals(1, said.size(), said::toString);
    assertTrue(
        said.get(0)
            .startsWith(
                "small.lesson.yaml:16: the documents of one-found may come from any collection"),
        said.get(0));
    assertEquals(List.of(), remarks(step.replace("of: any", "of: last")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c.step.commands.some(x => /SHARD_MERGE/.test(x.output))",
        "c.step.commands.some(x => x.error && /boundary/.test(x.error.message))",
        "c.last.error?.name === \"X\"",
        "c.step.commands.some(x => JSON.stringify(x.error).includes(\"boundary\"))"
      })
  void wordsThatAProgramCanChooseAreRemarkedOn(String js) {
    String fields = "kind: state, latch: false, js: '" + js + "'";

    List<String> said = ofCheck(fields);

    assertEquals(1, said.size(), said::toString);
    assertTrue(said.get(0).contains("the check early reads"), said.get(0));
    assertEquals(
        List.of(), ofCheck(fields.replaceFirst("js: .*", "js: 'c.last.error.code === 20'")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: event, none: [{kind: stale}]",
        "kind: used, forbid: [sh.moveChunk]",
        "kind: used, calls: {find: '<=1'}",
        "kind: used, calls: {find: '=0'}",
        "kind: cost, metric: messages, max: 9",
        "kind: state, js: '!c.events.some(e => e.kind === \"stale\")'",
        "kind: state, js: '!c.step.events.some(e => e.kind === \"stale\")'",
        "kind: state, js: 'c.step.commands.filter(x => x.error).length', equals: 0"
      })
  void checkThatNothingHasYetFailedLatchesAtTheFirstLook(String fields) {
    List<String> said = ofCheck(fields);

    assertEquals(1, said.size(), said::toString);
    assertTrue(
        said.get(0).startsWith("small.lesson.yaml:16: the check early passes at the first look"),
        said.get(0));
    assertEquals(List.of(), ofCheck(fields + ", latch: false"));
    assertEquals(List.of(), ofCheck(fields + ", dependsOn: [asked]"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: event, sequence: [{kind: route}], none: [{kind: stale}]",
        "kind: used, calls: {find: '>=1'}",
        "kind: cost, metric: messages, min: 1, max: 9",
        "kind: state, js: 'c.events.some(e => e.kind === \"route\")'"
      })
  void checkThatNeedsSomethingDoneIsFine(String fields) {
    assertEquals(List.of(), ofCheck(fields));
  }

  private static String quiz(String key, String why) {
    return """
      - id: one
        kind: quiz
        question:
          id: which
          prompt: Which?
          type: one
          options: [{id: find, text: find%s}, {id: get, text: get}]
          key: %s
    """
        .formatted(why, key)
        .stripTrailing();
  }

  @Test
  void keyThatCanBeNoOptionAndRightOptionWithoutAReason() {
    assertEquals(
        List.of("small.lesson.yaml:17: the right option has no 'why'; say why it is right"),
        remarks(quiz("find", "")));
    assertEquals(List.of(), remarks(quiz("find", ", why: It is.")));
    assertEquals(
        List.of(
            "small.lesson.yaml:18: the key can be 'fetch', which is no option; known: find,"
                + " get"),
        remarks(quiz("{js: 'c.events.length > 0 ? \"find\" : \"fetch\"'}", "")));
  }
}
