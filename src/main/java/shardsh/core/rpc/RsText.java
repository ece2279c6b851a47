package shardsh.core.rpc;

import shardsh.core.base.ServerProfile;
import shardsh.core.bson.ServerText;

/** What servers of different versions say about stepping down. Source: their messages, observed. */
final class RsText {
  private RsText() {}

  static String noElectableSecondaries(Environment environment) {
    return "No electable secondaries caught up as of "
        + ServerText.isoDate(environment.clock().nowMillis())
        + "Please use the replSetStepDown command with the argument {force: true} to force node to"
        + " step down.";
  }

  static String cannotFreeze(ServerProfile profile) {
    return profile.majorVersion() < 5
        ? "cannot freeze node when primary or running for election. state: Primary"
        : "Cannot freeze node when primary or running for election, state: Primary";
  }
}
