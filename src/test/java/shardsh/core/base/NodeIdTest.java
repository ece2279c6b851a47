package shardsh.core.base;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NodeIdTest {

  @Test
  void namesAreOrderedByTheNumbersInThem() {
    List<String> names =
        List.of("s10", "s2", "rs1-b", "s1:10", "s01", "s1:2", "cfgrs", "s1", "rs1-a", "s", "m0");

    assertEquals(
        List.of("cfgrs", "m0", "rs1-a", "rs1-b", "s", "s01", "s1", "s1:2", "s1:10", "s2", "s10"),
        names.stream().sorted(NodeId::compareNames).toList());
  }

  @Property
  void theOrderIsTotalAndOnlyEqualNamesAreEqual(
      @ForAll @Names String one, @ForAll @Names String two, @ForAll @Names String three) {
    int sign = Integer.signum(NodeId.compareNames(one, two));

    assertEquals(-sign, Integer.signum(NodeId.compareNames(two, one)));
    assertEquals(one.equals(two), sign == 0);
    if (sign < 0 && NodeId.compareNames(two, three) < 0) {
      assertEquals(-1, Integer.signum(NodeId.compareNames(one, three)));
    }
  }

  @CharRange(from = '0', to = '2')
  @CharRange(from = 'r', to = 's')
  @CharRange(from = ':', to = ':')
  @StringLength(max = 5)
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  @interface Names {}
}
