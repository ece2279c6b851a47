package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;

/** Commits on several shards of which no answer comes, and that are asked for again. */
class LostCommitTest {
  private TestCluster world;
  private TestSession session;

  @BeforeEach
  void aTransactionOnTwoShards() {
    world = TestCluster.inThirds();
    world.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")));
    session = new TestSession(world, "m0", 1);
    session.start().shop("{insert: 't', documents: [{_id: 2, k: 2}, {_id: 12, k: 12}]}");
  }

  private void fail(String fault) {
    world.cluster().sim().fail(doc(fault));
  }

  private CommandException lostCommit() {
    return assertThrows(CommandException.class, session::commit);
  }

  private int count() {
    return world.find("m1", "shop.t", "{}").size();
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "dropReply"})
  void aCommitWithoutAnAnswerIsNotToBeRunAgainAsAWhole(String what) {
    fail("{to: 's0', command: 'coordinateCommitTransaction', do: '" + what + "', times: 1}");
    CommandException lost = lostCommit();

    assertEquals("HostUnreachable", lost.errorCode().codeName());
    assertEquals(Optional.empty(), lost.detail());
  }

  @Test
  void aCommitThatWasDoneIsAnsweredWhenItComesAgain() {
    fail("{to: 's0', command: 'coordinateCommitTransaction', do: 'dropReply', times: 1}");
    lostCommit();
    session.commit();

    assertEquals(4, count());
  }

  @Test
  void aCoordinatorThatWasAwayKnowsWhatWasDecided() {
    fail("{to: 's0', command: 'coordinateCommitTransaction', do: 'dropReply', times: 1}");
    lostCommit();
    world.cluster().sim().down(world.node("s0"));
    world.cluster().sim().advance(60_000);
    world.cluster().sim().up(world.node("s0"));
    world.cluster().sim().advance(60_000);
    session.commit();

    assertEquals(4, count());
  }

  @Test
  void whatWasDecidedIsNotDecidedAnewWhileAParticipantStillWaitsForIt() {
    fail("{to: 's1', command: 'commitTransaction', do: 'drop', times: 1}");
    fail("{to: 's0', command: 'coordinateCommitTransaction', do: 'dropReply', times: 1}");
    lostCommit();
    session.commit();
    world.cluster().sim().advance(60_000);

    assertEquals(4, count());
  }
}
