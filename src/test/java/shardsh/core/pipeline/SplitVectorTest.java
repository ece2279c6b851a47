package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.base.ServerProfile;
import shardsh.core.query.QueryContext;

/** The handed cases of optimizing and splitting. A case is never edited to pass. */
class SplitVectorTest {
  @TestFactory
  Stream<DynamicTest> optimized() throws IOException {
    return SplitCases.of("optimize")
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getString("name").getValue(),
                    () -> {
                      Pipeline input = Pipeline.parse(one.getArray("input"), context(one));
                      Pipeline output = Optimizer.optimize(input).pipeline();
                      assertPrinted(one.getArray("optimized"), output);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> split() throws IOException {
    return SplitCases.of("split")
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getString("name").getValue(),
                    () -> {
                      Pipeline input = Pipeline.parse(one.getArray("pipeline"), context(one));
                      SplitPipeline split =
                          PipelineSplitter.split(Optimizer.optimize(input).pipeline());
                      assertPrinted(one.getArray("shardsPart"), split.shardsPart());
                      assertPrinted(one.getArray("mergerPart"), split.mergerPart());
                      assertOwner(one, split);
                    }));
  }

  private static void assertPrinted(BsonArray expected, Pipeline actual) {
    assertEquals(wide(expected).toString(), wide(actual.toBson()).toString());
  }

  private static void assertOwner(BsonDocument one, SplitPipeline split) {
    if (one.isString("needsSpecificShardMerger")) {
      assertEquals(
          MergePlace.ownerOf(new Namespace(one.getString("database").getValue(), "outColl")),
          split.merger().get(0).mergePlace());
    }
  }

  /** Whole numbers of either width are the same here. */
  private static BsonValue wide(BsonValue value) {
    if (value instanceof BsonInt32 number) {
      return new BsonInt64(number.getValue());
    }
    if (value instanceof BsonArray array) {
      BsonArray wide = new BsonArray();
      array.forEach(element -> wide.add(wide(element)));
      return wide;
    }
    if (value instanceof BsonDocument document) {
      BsonDocument wide = new BsonDocument();
      document.forEach((name, field) -> wide.append(name, wide(field)));
      return wide;
    }
    return value;
  }

  private static PipelineContext context(BsonDocument one) {
    String db = one.getString("database", new BsonString("test")).getValue();
    boolean sharded =
        one.getString("targetCollection", new BsonString("")).getValue().startsWith("sharded");
    return new PipelineContext(
        QueryContext.PLAIN,
        OperationContext.unbounded(),
        new Namespace(db, "collection"),
        new Catalog(new Namespace(db, "outColl"), sharded),
        MemoryRule.NONE,
        ServerProfile.V8_0);
  }

  /** Knows one collection that may be sharded on {@code _id}. */
  private record Catalog(Namespace ns, boolean sharded) implements ForeignCollections {
    @Override
    public Optional<BsonDocument> shardKey(Namespace asked) {
      return sharded && asked.equals(ns)
          ? Optional.of(new BsonDocument("_id", new BsonInt32(1)))
          : Optional.empty();
    }

    @Override
    public BsonValue newId() {
      throw new AssertionError("nothing is written here");
    }

    @Override
    public BsonDocument run(String db, BsonDocument command) {
      throw new AssertionError("nothing runs here: " + command);
    }
  }
}
