package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;

/** What the bounds of a collection are called where there is little room. */
class KeyNamesTest {

  private static List<ChunkRange> ranges(String... bounds) {
    List<ChunkRange> ranges = new ArrayList<>();
    IndexKey min = null;
    for (String bound : bounds) {
      IndexKey max = IndexKey.ofDocument(BsonDocument.parse(bound));
      ranges.add(new ChunkRange(min == null ? IndexKey.allMin(max.size()) : min, max));
      min = max;
    }
    ranges.add(new ChunkRange(min, IndexKey.allMax(min.size())));
    return ranges;
  }

  private static String shown(List<ChunkRange> ranges, int cells) {
    KeyNames names = new KeyNames(ranges);
    return String.join(" ", ranges.stream().map(range -> names.of(range, cells)).toList());
  }

  @Test
  void whereThereIsRoomBoundsAreWhole() {
    assertEquals(
        "[Min, {\"AT\", 5}) [{\"AT\", 5}, {\"CH\", 5}) [{\"CH\", 5}, Max)",
        shown(ranges("{a: 'AT', b: 5}", "{a: 'CH', b: 5}"), 40));
  }

  @Test
  void fieldsThatTellNoBoundsApartAreLeftOut() {
    assertEquals(
        "[Min, {\"AT\", …}) [{\"AT\", …}, {\"CH\", …}) [{\"CH\", …}, Max)",
        shown(ranges("{a: 'AT', b: 1000}", "{a: 'CH', b: 1000}"), 24));
    assertEquals(
        "[Min, {\"AT\", 1}) [{\"AT\", 1}, {\"AT\", 2}) [{\"AT\", 2}, Max)",
        shown(ranges("{a: 'AT', b: 1}", "{a: 'AT', b: 2}"), 22));
  }

  @Test
  void theFirstFieldsAreLeftOutWhereTheRestTellsBoundsApart() {
    List<ChunkRange> ranges = ranges("{a: 'south', b: 150}", "{a: 'south', b: 250}");

    assertEquals("[Min, …150) […150, …250) […250, Max)", shown(ranges, 15));
    assertEquals(
        "[Min, {\"south\", 150}) [{\"south\", 150}, {\"south\", 250}) [{\"south\", 250}, Max)",
        shown(ranges, 32));
  }

  @Test
  void aBoundThatIsCutKeepsSomethingOfEachField() {
    assertEquals(
        "[Min, {\"n…, 150}) [{\"n…, 150}, {\"s…, 150}) [{\"s…, 150}, {\"s…, 250}) [{\"s…, 250},"
            + " Max)",
        shown(ranges("{a: 'north', b: 150}", "{a: 'south', b: 150}", "{a: 'south', b: 250}"), 24));
  }

  @Test
  void ofLongBoundsThatBeginAndEndAlikeWhatIsDifferentIsShown() {
    assertEquals(
        "[Min, …0012) […0012, …001c) […001c, Max)",
        shown(
            ranges(
                "{_id: {$oid: '6724c2c08ca6e56e1d000012'}}",
                "{_id: {$oid: '6724c2c08ca6e56e1d00001c'}}"),
            24));
    assertEquals(
        "[Min, …1370…) […1370…, …2740…) […2740…, Max)",
        shown(ranges("{a: 'number-1370@b.org'}", "{a: 'number-2740@b.org'}"), 24));
  }

  @Test
  void hashesAreShownByTheirSize() {
    assertEquals(
        "[Min, -1.23e18) [-1.23e18, -6.15e17) [-6.15e17, 0) [0, 9.22e18) [9.22e18, Max)",
        shown(
            ranges(
                "{a: {$numberLong: '-1229782938247303440'}}",
                "{a: {$numberLong: '-614891469123651720'}}",
                "{a: {$numberLong: '0'}}",
                "{a: {$numberLong: '9221000000000000007'}}"),
            24));
    assertEquals(
        "[Min, 1.2301e12) [1.2301e12, 1.2302e12) [1.2302e12, 2e12) [2e12, Max)",
        shown(
            ranges(
                "{a: {$numberLong: '1230100000000'}}",
                "{a: {$numberLong: '1230200000000'}}",
                "{a: {$numberLong: '2000000000000'}}"),
            24));
  }

  @Test
  void aBoundThatIsTooLongEvenSoIsCutAndItsNeighbourToo() {
    assertEquals(
        "[Min, \"abc…) [\"abc…, \"xyz…) [\"xyz…, Max)",
        shown(ranges("{a: 'abcdefghijkl'}", "{a: 'xyzdefghijkm'}"), 14));
  }

  @Test
  void charactersOfTwoUnitsAreNotBroken() {
    assertEquals(
        "[Min, …😀abc) […😀abc, …😁abd) […😁abd, Max)",
        shown(ranges("{a: 'zzzzzz😀abc'}", "{a: 'zzzzzz😁abd'}"), 24).replace("\"", ""));
  }
}
