package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.ChangedPaths;

/** {@code $unwind}: one document for each element of an array. */
public final class Unwind implements Stage {
  private final String[] path;
  private final boolean preserve;
  private final String[] indexPath;
  private final long limitBefore;

  /**
   * @param indexPath empty when no index is wanted
   * @param limitBefore the limit that the optimizer has put before it
   */
  private Unwind(String[] path, boolean preserve, String[] indexPath, long limitBefore) {
    this.path = path;
    this.preserve = preserve;
    this.indexPath = indexPath;
    this.limitBefore = limitBefore;
  }

  /**
   * @throws shardsh.core.base.CommandException Location15981, 28808 to 28812, 28818 or 28822 for a
   *     malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (spec.isString()) {
      return List.of(new Unwind(path(spec), false, new String[0], Long.MAX_VALUE));
    }
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          15981,
          "expected either a string or an object as specification for $unwind stage, got "
              + Values.typeName(spec));
    }
    boolean preserve = false;
    String[] indexPath = {};
    String[] path = {};
    for (Map.Entry<String, BsonValue> option : document.entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "path" -> path = path(value);
        case "preserveNullAndEmptyArrays" -> preserve = flag(value);
        case "includeArrayIndex" -> indexPath = indexPath(value);
        default ->
            throw Values.error(28811, "unrecognized option to $unwind stage: " + option.getKey());
      }
    }
    if (path.length == 0) {
      throw Values.error(28812, "no path specified to $unwind stage");
    }
    return List.of(new Unwind(path, preserve, indexPath, Long.MAX_VALUE));
  }

  private static String[] path(BsonValue value) {
    if (!value.isString()) {
      throw Values.error(
          28808, "expected a string as the path for $unwind stage, got " + Values.typeName(value));
    }
    String text = value.asString().getValue();
    if (text.isEmpty()) {
      throw Values.error(28812, "no path specified to $unwind stage");
    }
    if (!text.startsWith("$")) {
      throw Values.error(
          28818, "path option to $unwind stage should be prefixed with a '$': " + text);
    }
    return PathExpression.splitPath(text.substring(1));
  }

  private static boolean flag(BsonValue value) {
    if (!value.isBoolean()) {
      throw Values.error(
          28809,
          "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got "
              + Values.typeName(value));
    }
    return value.asBoolean().getValue();
  }

  private static String[] indexPath(BsonValue value) {
    if (!value.isString() || value.asString().getValue().isEmpty()) {
      throw Values.error(
          28810,
          "expected a non-empty string for the includeArrayIndex option to $unwind stage, got "
              + Values.typeName(value));
    }
    String text = value.asString().getValue();
    if (text.startsWith("$")) {
      throw Values.error(
          28822,
          "includeArrayIndex option to $unwind stage should not be prefixed with a '$': " + text);
    }
    return PathExpression.splitPath(text);
  }

  /** The path that is unwound, without a dollar sign. */
  public String path() {
    return String.join(".", path);
  }

  public boolean preservesNullAndEmptyArrays() {
    return preserve;
  }

  /** Where the index goes; empty text when it is not wanted. */
  public String indexPath() {
    return String.join(".", indexPath);
  }

  /** The limit that the optimizer has put before this stage; the greatest number for none. */
  public long limitBefore() {
    return limitBefore;
  }

  public Unwind withLimitBefore(long limit) {
    return new Unwind(path, preserve, indexPath, limit);
  }

  @Override
  public String name() {
    return "$unwind";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new Elements(input);
  }

  /** Whether {@link Elements#lent} makes no documents. */
  boolean lends() {
    return path.length == 1 && indexPath.length == 0;
  }

  /** The output. */
  final class Elements extends DocumentStream {
    private final Iterator<BsonDocument> input;
    private BsonDocument current;
    private BsonArray elements;
    private int position;

    private Elements(Iterator<BsonDocument> input) {
      this.input = input;
    }

    @Override
    protected BsonDocument advance() {
      BsonDocument whole = move();
      if (whole != null || elements == null) {
        return whole;
      }
      int index = position - 1;
      return withIndex(Paths.with(current, path, elements.get(index)), new BsonInt64(index));
    }

    /**
     * To the next element, one before {@code position}; or to a document without elements, which is
     * given; or, with neither, to the end.
     */
    private BsonDocument move() {
      while (elements == null || position == elements.size()) {
        elements = null;
        if (!input.hasNext()) {
          return null;
        }
        current = input.next();
        BsonValue value = Paths.get(current, path);
        if (value instanceof BsonArray array && !array.isEmpty()) {
          elements = array;
          position = 0;
        } else {
          BsonDocument whole = unwound(current, value);
          if (whole != null) {
            return whole;
          }
        }
      }
      position++;
      return null;
    }

    /**
     * The same output for somebody who reads fields of each document before asking for the next one
     * and keeps no document: it may be one and the same object that changes.
     */
    Iterator<BsonDocument> lent() {
      return lends() ? new Lent(this) : this;
    }
  }

  /** Documents in turn that are one object. */
  private final class Lent extends DocumentStream {
    private final Elements stream;
    private final Overlay overlay = new Overlay(path[0]);

    Lent(Elements stream) {
      this.stream = stream;
    }

    @Override
    protected BsonDocument advance() {
      BsonDocument whole = stream.move();
      if (whole != null || stream.elements == null) {
        return whole;
      }
      overlay.show(stream.current, stream.elements.get(stream.position - 1));
      return overlay;
    }
  }

  /** What becomes of a document without elements; null when it is dropped. */
  private BsonDocument unwound(BsonDocument document, BsonValue value) {
    boolean empty = value instanceof BsonArray;
    if (!preserve && (empty || Values.isNullish(value))) {
      return null;
    }
    BsonDocument kept = empty ? Paths.without(document, path) : document;
    return withIndex(kept, BsonNull.VALUE);
  }

  private BsonDocument withIndex(BsonDocument document, BsonValue index) {
    return indexPath.length == 0 ? document : Paths.with(document, indexPath, index);
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    read.addPath(path());
    return Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    return Optional.of(
        ChangedPaths.only(indexPath.length == 0 ? List.of(path()) : List.of(path(), indexPath())));
  }

  /** As a {@code $lookup} prints the one it has absorbed. */
  BsonDocument toUnwinding() {
    BsonDocument printed =
        new BsonDocument("preserveNullAndEmptyArrays", BsonBoolean.valueOf(preserve));
    if (indexPath.length > 0) {
      printed.append("includeArrayIndex", new BsonString(indexPath()));
    }
    return printed;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument("path", new BsonString("$" + path()));
    if (preserve) {
      printed.append("preserveNullAndEmptyArrays", BsonBoolean.TRUE);
    }
    if (indexPath.length > 0) {
      printed.append("includeArrayIndex", new BsonString(indexPath()));
    }
    return new BsonDocument("$unwind", printed);
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
