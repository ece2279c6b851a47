package shardsh.core.pipeline;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import shardsh.core.base.OperationContext;

/** An iterator whose maker only says what the next document is. */
public abstract class DocumentStream implements Iterator<BsonDocument> {
  private BsonDocument next;
  private boolean ended;

  /** The next document, or null at the end; not called again after that. */
  protected abstract BsonDocument advance();

  @Override
  public final boolean hasNext() {
    if (next == null && !ended) {
      next = advance();
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public final BsonDocument next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    BsonDocument result = next;
    next = null;
    return result;
  }

  /** The same documents; pulling fails when the operation is asked to stop. */
  public static Iterator<BsonDocument> interruptible(
      Iterator<BsonDocument> input, OperationContext operation) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return input.hasNext();
      }

      @Override
      public BsonDocument next() {
        operation.checkForInterrupt();
        return input.next();
      }
    };
  }

  /**
   * A stream that does its work when the first document is asked for: sorting, grouping.
   *
   * @param maker gives the whole output
   */
  public static Iterator<BsonDocument> deferred(Supplier<Iterator<BsonDocument>> maker) {
    return new DocumentStream() {
      private Iterator<BsonDocument> made;

      @Override
      protected BsonDocument advance() {
        if (made == null) {
          made = maker.get();
        }
        return made.hasNext() ? made.next() : null;
      }
    };
  }
}
