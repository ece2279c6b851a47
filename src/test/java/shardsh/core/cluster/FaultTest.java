package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;

/** Faults on messages: which commands they may name, and the errors that they answer with. */
class FaultTest {
  private final TestCluster cluster = TestCluster.inThirds();

  private void fail(String fault) {
    cluster.cluster().sim().fail(TestCluster.doc(fault));
  }

  private String refused(String fault) {
    return assertThrows(CommandException.class, () -> fail(fault)).getMessage();
  }

  @Test
  void aCommandThatNoProcessHasIsRefusedWithTheNearest() {
    assertEquals(
        "no process has a command 'finnd'; did you mean 'find'?",
        refused("{command: 'finnd', do: 'drop'}"));
    assertEquals(
        "no process has a command '_recvChunkStrat'; did you mean '_recvChunkStart'?",
        refused("{command: '_recvChunkStrat', do: 'drop'}"));
    assertEquals(
        "no process has a command 'xyzzyxyzzy'", refused("{command: 'xyzzyxyzzy', do: 'drop'}"));
  }

  @Test
  void commandsOfEveryKindOfProcessMayBeNamed() {
    for (String name :
        List.of(
            "find",
            "moveChunk",
            "splitVector",
            "hello",
            "replSetStepDown",
            "validate",
            "_configsvrCommitChunkMigration",
            "_migrateClone")) {
      fail("{command: '" + name + "', do: 'drop'}");
    }

    assertEquals(8, cluster.cluster().sim().faults().getArray("faults").size());
  }

  @Test
  void aStaleConfigWithoutVersionsMakesTheRouterTryAgain() {
    cluster.insert("t", TestCluster.numbered(3));
    fail("{to: 's0', command: 'find', do: 'error', code: 13388, times: 1}");

    assertEquals(1, cluster.find("m0", "shop.t", "{filter: {k: 1}}").size());
  }

  @Test
  void aChangeOfTheOwnerWithoutImagesIsAnErrorLikeOthers() {
    cluster.insert("t", TestCluster.numbered(3));
    fail("{to: 's0', command: 'findAndModify', do: 'error', code: 283, times: 1}");

    String refusal =
        cluster.refusal(
            "m0", "shop", "{findAndModify: 't', query: {k: 1}, update: {$set: {x: 1}}}");

    assertTrue(refusal.startsWith("283 WouldChangeOwningShard: "), refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "2, BadValue",
    "8, UnknownError",
    "9, FailedToParse",
    "13, Unauthorized",
    "14, TypeMismatch",
    "20, IllegalOperation",
    "23, AlreadyInitialized",
    "26, NamespaceNotFound",
    "27, IndexNotFound",
    "46, LockBusy",
    "48, NamespaceExists",
    "53, InvalidIdField",
    "54, NotSingleValueField",
    "59, CommandNotFound",
    "61, ShardKeyNotFound",
    "66, ImmutableField",
    "67, CannotCreateIndex",
    "70, ShardNotFound",
    "72, InvalidOptions",
    "73, InvalidNamespace",
    "85, IndexOptionsConflict",
    "87, CannotSplit",
    "96, OperationFailed",
    "105, IncompatibleShardingMetadata",
    "111, NotExactValueField",
    "117, ConflictingOperationInProgress",
    "118, NamespaceNotSharded",
    "150, StaleEpoch",
    "153, ChunkTooBig",
    "163, ZoneStillInUse",
    "166, CommandNotSupportedOnView",
    "177, ZoneNotFound",
    "178, RangeOverlapConflict",
    "193, NoShardingEnabled",
    "225, TransactionTooOld",
    "227, CannotImplicitlyCreateCollection",
    "239, SnapshotTooOld",
    "249, StaleDbVersion",
    "250, StaleChunkHistory",
    "251, NoSuchTransaction",
    "262, ExceededTimeLimit",
    "263, OperationNotSupportedInTransaction",
    "265, OrphanedRangeCleanUpFailed",
    "267, PreparedTransactionInProgress",
    "272, MigrationConflict",
    "283, WouldChangeOwningShard",
    "304, ShardInvalidatedForTargeting",
    "11000, DuplicateKey",
    "11602, InterruptedDueToReplStateChange",
    "13297, DatabaseDifferCase",
    "13388, StaleConfig"
  })
  void anErrorThatIsMadeUpHasItsName(int code, String name) {
    fail("{to: 'm0', command: 'count', do: 'error', code: " + code + ", times: 1}");

    CommandException e =
        assertThrows(CommandException.class, () -> cluster.shop("{count: 't', query: {}}"));

    assertEquals(code + " " + name, e.errorCode().code() + " " + e.errorCode().codeName());
  }
}
