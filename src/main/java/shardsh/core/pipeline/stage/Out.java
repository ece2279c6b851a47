package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $out}: puts the results in the place of an unsharded collection, through a collection of
 * another name that is renamed in the end; indexes stay. Source: the manual's page on the stage.
 */
public final class Out implements Stage {
  private static final int BATCH = 1000;

  private final Namespace target;
  private final PipelineContext context;

  private Out(Namespace target, PipelineContext context) {
    this.target = target;
    this.context = context;
  }

  /**
   * @throws CommandException Location16990 for a malformed specification, Location28769 for a
   *     sharded target
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!spec.isString() && !spec.isDocument()) {
      throw Values.error(
          16990,
          "$out only supports a string or object argument, but found " + Values.typeName(spec));
    }
    Namespace target =
        spec.isString()
            ? ForeignName.namespace(context.ns().db(), spec.asString().getValue())
            : ForeignName.both("$out", "coll", spec.asDocument()).ns();
    if (context.foreign().isSharded(target)) {
      throw Values.error(
          28769, "namespace '" + target + "' is sharded so it can't be used for $out'");
    }
    return List.of(new Out(target, context));
  }

  /** The collection that is replaced. */
  public Namespace target() {
    return target;
  }

  @Override
  public String name() {
    return "$out";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () -> {
          replace(input);
          return List.<BsonDocument>of().iterator();
        });
  }

  private void replace(Iterator<BsonDocument> input) {
    Namespace temporary =
        new Namespace(
            target.db(),
            "tmp.agg_out." + context.foreign().newId().asObjectId().getValue().toHexString());
    run(new BsonDocument("create", name(temporary)));
    try {
      copyIndexes(temporary);
      BsonArray batch = new BsonArray();
      while (input.hasNext()) {
        batch.add(input.next());
        if (batch.size() == BATCH || !input.hasNext()) {
          insert(temporary, batch);
          batch = new BsonArray();
        }
      }
      context
          .foreign()
          .run(
              "admin",
              new BsonDocument("renameCollection", new BsonString(temporary.toString()))
                  .append("to", new BsonString(target.toString()))
                  .append("dropTarget", BsonBoolean.TRUE));
    } catch (CommandException e) {
      run(new BsonDocument("drop", name(temporary)));
      throw e;
    }
  }

  private void copyIndexes(Namespace temporary) {
    BsonArray copied = new BsonArray();
    for (BsonDocument index : indexes()) {
      if (!index.getString("name").getValue().equals("_id_")) {
        copied.add(index);
      }
    }
    if (!copied.isEmpty()) {
      run(new BsonDocument("createIndexes", name(temporary)).append("indexes", copied));
    }
  }

  private List<BsonDocument> indexes() {
    try {
      return new ArrayList<>(
          context.foreign().runAll(target.db(), new BsonDocument("listIndexes", name(target))));
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.NAMESPACE_NOT_FOUND)) {
        return List.of();
      }
      throw e;
    }
  }

  private void insert(Namespace temporary, BsonArray batch) {
    BsonDocument reply =
        run(new BsonDocument("insert", name(temporary)).append("documents", batch));
    if (reply.containsKey("writeErrors")) {
      BsonDocument first = reply.getArray("writeErrors").get(0).asDocument();
      throw new CommandException(
          WriteFailures.code(first.getInt32("code").getValue()),
          "$out failed :: caused by :: " + first.getString("errmsg").getValue());
    }
  }

  private BsonDocument run(BsonDocument command) {
    return context.foreign().run(target.db(), command);
  }

  private static BsonString name(Namespace ns) {
    return new BsonString(ns.collection());
  }

  @Override
  public Position position() {
    return Position.LAST;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public MergePlace mergePlace() {
    return MergePlace.ownerOf(target);
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(
        "$out", new BsonDocument("coll", name(target)).append("db", new BsonString(target.db())));
  }
}
