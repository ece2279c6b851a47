package shardsh.core.mongos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import shardsh.core.base.OperationContext;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;

/**
 * The merger part of a pipeline, batch by batch. What runs is not copied: a copy begins anew with
 * the input used so far. When the input has ended, or when stages would do otherwise the second
 * time, the rest is computed at once.
 */
final class MergerPart {
  private final Pipeline stages;
  private final PipelineContext context;
  private final List<BsonDocument> used = new ArrayList<>();
  private final ArrayDeque<BsonDocument> ready = new ArrayDeque<>();
  private long given;
  private boolean ended;
  private Iterator<BsonDocument> running;
  private Supplier<BsonDocument> input;

  MergerPart(Pipeline stages, PipelineContext context) {
    this.stages = stages;
    this.context = context;
  }

  MergerPart copy(OperationContext operation) {
    MergerPart copy = new MergerPart(stages, context.withOperation(operation));
    copy.used.addAll(used);
    copy.ready.addAll(ready);
    copy.given = given;
    copy.ended = ended;
    return copy;
  }

  boolean isExhausted() {
    return ended && ready.isEmpty();
  }

  /**
   * The next documents.
   *
   * @param size how many at most
   * @param nextInput the next document of the merged stream, or null at its end
   * @param inputEnded whether it is known, without asking anyone, that there is none
   */
  BsonArray nextBatch(int size, Supplier<BsonDocument> nextInput, BooleanSupplier inputEnded) {
    input = nextInput;
    BsonArray batch = new BsonArray();
    while (batch.size() < size && advance()) {
      batch.add(ready.removeFirst());
      given++;
    }
    if (!ended && size > 0 && (inputEnded.getAsBoolean() || !stages.isRepeatable())) {
      running.forEachRemaining(ready::addLast);
      end();
    }
    return batch;
  }

  /** Sees to it that a document is ready; false at the end. */
  private boolean advance() {
    if (!ready.isEmpty()) {
      return true;
    }
    if (ended) {
      return false;
    }
    if (running == null) {
      start();
    }
    if (!running.hasNext()) {
      end();
      return false;
    }
    ready.addLast(running.next());
    return true;
  }

  private void start() {
    List<BsonDocument> again = List.copyOf(used);
    running = stages.run(new Input(again.iterator()), context);
    for (long i = 0; i < given; i++) {
      running.next();
    }
  }

  private void end() {
    ended = true;
    running = null;
    used.clear();
  }

  /** What was used before, then what comes from the shards. */
  private final class Input extends DocumentStream {
    private final Iterator<BsonDocument> again;

    Input(Iterator<BsonDocument> again) {
      this.again = again;
    }

    @Override
    protected BsonDocument advance() {
      if (again.hasNext()) {
        return again.next();
      }
      BsonDocument next = input.get();
      if (next != null) {
        used.add(next);
      }
      return next;
    }
  }
}
