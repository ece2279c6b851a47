package shardsh.core.trace;

/**
 * Something that happened in the simulated cluster. Immutable; says what, never how it looks. The
 * kinds and their fields as documents are those of the lesson format's event table.
 *
 * <p>The variants stand with their family, one file each: the interfaces permitted here.
 */
public sealed interface ClusterEvent
    permits CallEvent,
        RoutingEvent,
        QueryEvent,
        CatalogEvent,
        MigrationEvent,
        DeletionEvent,
        BalancerEvent,
        ReshardingEvent,
        ReplicationEvent,
        TransactionEvent {

  /** Stable name, e.g. {@code migrate.commit}. Never change one. */
  String kind();

  <R> R accept(Visitor<R> visitor);

  /** One method a variant; adding a variant stops every reader from compiling until it decides. */
  interface Visitor<R>
      extends CallEvent.Visitor<R>,
          RoutingEvent.Visitor<R>,
          QueryEvent.Visitor<R>,
          CatalogEvent.Visitor<R>,
          MigrationEvent.Visitor<R>,
          DeletionEvent.Visitor<R>,
          BalancerEvent.Visitor<R>,
          ReshardingEvent.Visitor<R>,
          ReplicationEvent.Visitor<R>,
          TransactionEvent.Visitor<R> {}
}
