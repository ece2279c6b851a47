package shardsh.core.pipeline.window;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Numbers;

/** {@code $rank}, {@code $denseRank} and {@code $documentNumber}. */
record Ranks(String name, Kind kind) implements WindowFunction {

  /** How ties count. */
  enum Kind {
    RANK,
    DENSE,
    NUMBER
  }

  static WindowFunctions.Parser parser(Kind kind) {
    return request -> {
      request.noWindow(ErrorCode.location(5371601));
      request.needSort(ErrorCode.location(5371602));
      boolean empty = request.argument() instanceof BsonDocument argument && argument.isEmpty();
      if (!empty) {
        throw new CommandException(
            ErrorCode.location(5371603),
            request.name() + " must be specified with '{}' as the value");
      }
      return new Ranks(request.name(), kind);
    };
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] ranks = new BsonValue[partition.size()];
    long rank = 0;
    for (int i = 0; i < ranks.length; i++) {
      boolean tied = kind != Kind.NUMBER && i > 0 && partition.tied(i - 1, i);
      if (!tied) {
        rank = kind == Kind.DENSE ? rank + 1 : i + 1;
      }
      ranks[i] = Numbers.intOrLong(rank);
    }
    return ranks;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(name, new BsonDocument());
  }
}
