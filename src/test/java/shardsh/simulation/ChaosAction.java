package shardsh.simulation;

import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.sim.SimRandom;

/** Something that chaos does; the numbers say how often, relative to each other. */
enum ChaosAction {
  INSERT(14, ChaosWrites::insert),
  INSERT_LARGE(1, ChaosWrites::insertLarge),
  UPDATE_ONE(8, ChaosWrites::updateOne),
  REPLACE_ONE(5, ChaosWrites::replaceOne),
  CHANGE_KEY(6, ChaosWrites::changeKey),
  UPDATE_MANY(6, ChaosWrites::updateMany),
  UPDATE_ANY(4, ChaosWrites::updateAnyOne),
  DELETE_ONE(4, ChaosWrites::deleteOne),
  DELETE_MANY(2, ChaosWrites::deleteMany),
  UPSERT(5, ChaosWrites::upsert),
  FIND_AND_MODIFY(5, ChaosWrites::findAndModify),
  FIND(6, ChaosReads::find),
  FIND_SORTED(6, ChaosReads::findSorted),
  OPEN_CURSOR(3, ChaosReads::openCursor),
  GET_MORE(8, ChaosReads::getMore),
  COUNT(3, ChaosReads::count),
  DISTINCT(3, ChaosReads::distinct),
  SHARD(6, ChaosAdmin::shard),
  SPLIT_AT(8, ChaosAdmin::splitAt),
  SPLIT_FIND(4, ChaosAdmin::splitFind),
  MOVE_CHUNK(12, ChaosAdmin::moveChunk),
  MOVE_RANGE(6, ChaosAdmin::moveRange),
  MERGE(5, ChaosAdmin::merge),
  CLEAR_JUMBO(1, ChaosAdmin::clearJumbo),
  BALANCE(6, ChaosAdmin::balance),
  FILL(4, ChaosAdmin::fill),
  ADVANCE(8, ChaosAdmin::advance),
  FLUSH(3, ChaosAdmin::flush),
  ZONE(4, ChaosAdmin::zone),
  INDEX(2, ChaosAdmin::index),
  SWITCH_BALANCER(1, ChaosAdmin::switchBalancer),
  COLLECTION_STATUS(2, ChaosBalancer::collectionStatus),
  MERGE_ALL(3, ChaosBalancer::mergeAll),
  CONFIGURE_BALANCING(2, ChaosBalancer::configure),
  ROUNDS(3, ChaosBalancer::rounds),
  BALANCER_SETTINGS(2, ChaosBalancer::settings),
  TAKE_DOWN(2, ChaosFaults::takeDown),
  BRING_UP(4, ChaosFaults::bringUp),
  MEMBER_DOWN(4, ChaosMembers::takeDown),
  MEMBER_UP(4, ChaosMembers::bringUp),
  STEP_DOWN(3, ChaosMembers::stepDown),
  SECONDARY_READ(6, ChaosMembers::secondaryRead),
  LAG(2, ChaosMembers::lag),
  IN_A_HURRY(6, ChaosFaults::inAHurry),
  ADD_SHARD(1, ChaosAdmin::addShard),
  REMOVE_SHARD(2, ChaosAdmin::removeShard),
  STEP_MIGRATIONS(4, ChaosMigrations::stepMigrations),
  STEP(16, ChaosMigrations::step),
  FAIL_POINT(3, ChaosMigrations::failPoint),
  FAULT(3, ChaosMigrations::fault),
  NO_FAULTS(2, ChaosMigrations::noFaults),
  LOAD(2, ChaosExperiments::load),
  SECOND_OPINION(2, ChaosExperiments::secondOpinion),
  DESCRIBE(1, ChaosExperiments::describe),
  REFINE(3, ChaosKeys::refine),
  RESHARD(5, ChaosKeys::reshard),
  END_RESHARDING(3, ChaosKeys::endResharding),
  UNSHARD(2, ChaosKeys::unshard),
  MOVE_COLLECTION(3, ChaosKeys::moveCollection),
  MOVE_PRIMARY(4, ChaosKeys::movePrimary),
  DROP(1, ChaosAdmin::drop),
  DROP_DATABASE(1, ChaosAdmin::dropDatabase),
  TRANSACTION(10, ChaosTransactions::step),
  END_TRANSACTION(8, ChaosTransactions::end),
  RETRIED_INSERT(3, ChaosTransactions::retry),
  RETRIED_WRITE(6, ChaosRetries::write);

  /** How an action is done; every choice comes from the random numbers. */
  interface Deed {
    void run(ChaosWorld world, SimRandom random);
  }

  private final int weight;
  private final Deed deed;

  ChaosAction(int weight, Deed deed) {
    this.weight = weight;
    this.deed = deed;
  }

  /** The random numbers of the action with that number in the run of a seed. */
  static SimRandom choices(long seed, int number) {
    return new SimRandom(seed).fork("action " + number);
  }

  /** The action of that number. Most runs begin with documents and with a sharded collection. */
  static ChaosAction at(long seed, int number, SimRandom random) {
    ChaosAction chosen = chosen(random);
    if (number == 0) {
      return INSERT;
    }
    return number == 1 && seed / 32 % 4 != 3 ? SHARD : chosen;
  }

  static ChaosAction chosen(SimRandom random) {
    int total = 0;
    for (ChaosAction action : values()) {
      total += action.weight;
    }
    int number = random.nextInt(total);
    for (ChaosAction action : values()) {
      number -= action.weight;
      if (number < 0) {
        return action;
      }
    }
    throw new IllegalStateException("weights do not add up");
  }

  /**
   * Does it. When a process that is down, a limit of time or another key stops it half-way, what
   * the cluster then holds is what the oracle goes on with.
   */
  void run(ChaosWorld world, SimRandom random) {
    // The key may be about to change: what is due happens before the action looks at it, and what
    // falls due while that happens.
    for (int i = 0; i < 5 && world.isResharding(); i++) {
      world.cluster().sim().advance(0);
    }
    world.noteKey();
    boolean disturbed = world.isDisturbed();
    try {
      deed.run(world, random);
    } catch (ChaosWorld.KeyChanged | ChaosWorld.Faulted e) {
      world.startOver();
    } catch (CommandException e) {
      int code = e.errorCode().code();
      boolean unreachable = e.errorCode().isUnreachable() && (disturbed || world.isDisturbed());
      boolean tooLate = code == ErrorCode.MAX_TIME_MS_EXPIRED.code() && world.isInAHurry();
      boolean faulted =
          (disturbed || world.isDisturbed())
              && e.getMessage().contains(" of sim.fail answers for the process");
      if (!unreachable && !tooLate && !faulted) {
        throw e;
      }
      world.startOver();
    }
  }
}
