package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** One document out for each one in. */
public final class MappedStream implements Iterator<BsonDocument> {
  private final Iterator<BsonDocument> input;
  private final UnaryOperator<BsonDocument> change;

  public MappedStream(Iterator<BsonDocument> input, UnaryOperator<BsonDocument> change) {
    this.input = input;
    this.change = change;
  }

  @Override
  public boolean hasNext() {
    return input.hasNext();
  }

  @Override
  public BsonDocument next() {
    return change.apply(input.next());
  }
}
