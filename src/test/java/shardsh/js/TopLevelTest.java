package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopLevelTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "function f() {}                           | f",
        "function f(a, {b} = {}) { return {} };    | f",
        "function f() {} // and more               | f",
        "1; function f() {}                        | f",
        "async function f() {}                     | f",
        "function* f() {}                          | f",
        "class A extends (class {}) { x() {} }     | A",
        "function f() {}; 5                        |",
        "function f() {} function g() {}           | g",
        "var f = function g() {}                   |",
        "(function g() {})                         |",
        "if (true) { function f() {} }             |",
        "x = class {}                              |",
        "({a: 'function f() {}'})                  |"
      })
  void aDeclarationAtTheEndIsKnownByItsName(String text, String name) {
    assertEquals(Optional.ofNullable(name), TopLevel.declaredLast(text));
  }
}
