package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.bson.Docs;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ConfigCatalog.CollectionEntry;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.Zone;
import shardsh.core.trace.CatalogEvent;

/**
 * What a resharding operation changes in the catalog: the row of the collection, that of the
 * temporary collection beside it, and the zones.
 */
final class ReshardingRows {
  private final CatalogState state;

  ReshardingRows(CatalogState state) {
    this.state = state;
  }

  /** The temporary collection gets its row, and the source's row a mark. */
  void begin(Resharding.Plan plan) {
    BsonDocument marks =
        new BsonDocument(
                "reshardingFields",
                new BsonDocument("reshardingUUID", plan.id())
                    .append("provenance", new BsonString(plan.provenance().command())))
            .append("allowMigrations", BsonBoolean.FALSE);
    mark(plan, marks);
    BsonDocument held = new BsonDocument("allowMigrations", BsonBoolean.FALSE);
    state.replace(
        state
            .catalog()
            .withCollection(plan.temporary(), new CollectionEntry(plan.target(), now(), held)));
  }

  private void mark(Resharding.Plan plan, BsonDocument marks) {
    CollectionEntry entry = state.catalog().collections().get(plan.ns());
    BsonDocument options = unmarked(entry);
    options.putAll(marks);
    state.replace(
        state
            .catalog()
            .withCollection(
                plan.ns(), new CollectionEntry(entry.table(), entry.updated(), options)));
  }

  private static BsonDocument unmarked(CollectionEntry entry) {
    BsonDocument options = Docs.copyOf(entry.options());
    options.remove("reshardingFields");
    options.remove("allowMigrations");
    return options;
  }

  /**
   * The temporary collection's chunks become the collection's, under a new generation. Its mark
   * stays until every shard has renamed its copy: a chunk that moved before would move old data.
   */
  void commit(Resharding.Plan plan) {
    RoutingTable target = plan.target();
    RoutingTable table =
        RoutingTable.of(
                plan.ns(), target.uuid(), target.shardKey(), target.unique(), target.chunks())
            .withDefaultCollation(target.defaultCollation());
    BsonDocument options = Docs.copyOf(state.catalog().collections().get(plan.ns()).options());
    options.remove("unsplittable");
    if (target.isUnsplittable()) {
      options.append("unsplittable", BsonBoolean.TRUE);
    }
    List<Zone> zones = zonesAfter(plan);
    ConfigCatalog rest =
        state.catalog().withoutCollection(plan.temporary()).withoutCollection(plan.ns());
    state.replace(
        rest.withCollection(
            plan.ns(),
            new CollectionEntry(
                target.isUnsplittable() ? table.asUnsplittable() : table, now(), options)));
    state.replace(state.catalog().withZones(zones));
    state
        .environment()
        .trace()
        .record(
            new CatalogEvent.GenerationChanged(
                plan.ns(), table.generation(), plan.provenance().command()));
  }

  /** A move leaves the collection's zones as they are; another key has zones of its own. */
  private List<Zone> zonesAfter(Resharding.Plan plan) {
    boolean keepZones = plan.provenance() == Resharding.Provenance.MOVE;
    List<Zone> zones = new ArrayList<>(plan.zones());
    for (Zone zone : state.catalog().zones()) {
      if (keepZones || !zone.ns().equals(plan.ns())) {
        zones.add(zone);
      }
    }
    return zones;
  }

  /** The temporary row goes, and the mark on the collection's, if there still is one. */
  void abort(Resharding.Plan plan) {
    state.replace(state.catalog().withoutCollection(plan.temporary()));
    finish(plan);
  }

  /** Every shard has heard how it ended: the mark on the collection's row goes. */
  void finish(Resharding.Plan plan) {
    if (state.catalog().collections().containsKey(plan.ns())) {
      mark(plan, new BsonDocument());
    }
  }

  private long now() {
    return state.environment().clock().nowMillis();
  }
}
