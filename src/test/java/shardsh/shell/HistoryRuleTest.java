package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryRuleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.createUser({user: 'a', pwd: 'b'})",
        "db.auth('a', 'b')",
        "connect('mongodb://a:b@h')",
        "let password = 'x'"
      })
  void inputThatMayHoldASecretIsKeptOnlyWhenAllAre(String input) {
    assertEquals(Optional.empty(), HistoryRule.kept(input, "remove"));
    assertEquals(Optional.of(input), HistoryRule.kept(input, "keep"));
  }

  @Test
  void addressesAreMaskedWhenWanted() {
    String input = "db.people.find({mail: 'ada@example.org', from: '10.0.0.1'})";

    assertEquals(Optional.of(input), HistoryRule.kept(input, "remove"));
    assertEquals(
        Optional.of("db.people.find({mail: '<email>', from: '<ip address>'})"),
        HistoryRule.kept(input, "remove-redact"));
  }

  @Test
  void namesThatOnlyBeginLikeSuchWordsAreNoSecret() {
    assertEquals(Optional.of("db.authors.find()"), HistoryRule.kept("db.authors.find()", "remove"));
  }
}
