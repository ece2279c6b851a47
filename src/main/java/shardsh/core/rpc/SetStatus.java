package shardsh.core.rpc;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/**
 * The answer to replSetGetStatus, as the member that is asked sees its set. Source: the manual's
 * page on it. Left out: heartbeats, pings, sync sources, metrics of elections.
 */
record SetStatus(Environment environment, String name, List<String> hosts, Members members) {

  BsonDocument reply() {
    int self = Math.max(0, members.serving());
    BsonArray rows = new BsonArray();
    for (int member = 0; member < hosts.size(); member++) {
      rows.add(row(member, member == self));
    }
    return Replies.ok(
        new BsonDocument("set", new BsonString(name))
            .append("date", new BsonDateTime(now()))
            .append("myState", new BsonInt32(members.state(self).number()))
            .append("term", new BsonInt64(members.elections().term()))
            .append("heartbeatIntervalMillis", new BsonInt64(2000))
            .append("majorityVoteCount", new BsonInt32(members.states().majority()))
            .append("writeMajorityCount", new BsonInt32(members.states().majority()))
            .append("votingMembersCount", new BsonInt32(hosts.size()))
            .append("writableVotingMembersCount", new BsonInt32(hosts.size()))
            .append("members", rows));
  }

  private long now() {
    return environment.clock().nowMillis();
  }

  private BsonDocument row(int member, boolean self) {
    Members.State state = members.state(member);
    boolean up = state != Members.State.DOWN;
    long applied = up ? now() - members.lagMillis(member) : 0;
    BsonTimestamp time = up ? new BsonTimestamp((int) (applied / 1000), 1) : new BsonTimestamp();
    BsonDocument row =
        new BsonDocument("_id", new BsonInt32(member))
            .append("name", new BsonString(hosts.get(member)))
            .append("health", new BsonDouble(up ? 1 : 0))
            .append("state", new BsonInt32(state.number()))
            .append("stateStr", new BsonString(state.text()))
            .append("uptime", new BsonInt64(up ? environment.clock().elapsedMillis() / 1000 : 0))
            .append(
                "optime",
                new BsonDocument("ts", time)
                    .append("t", new BsonInt64(up ? members.elections().term() : -1)))
            .append("optimeDate", new BsonDateTime(applied));
    if (!up) {
      row.append(
          "lastHeartbeatMessage",
          new BsonString(
              "Error connecting to " + hosts.get(member) + " :: caused by :: Connection refused"));
    }
    if (state == Members.State.PRIMARY) {
      row.append(
              "electionTime",
              new BsonTimestamp((int) (members.elections().electedMillis() / 1000), 1))
          .append("electionDate", new BsonDateTime(members.elections().electedMillis()));
    }
    row.append("configVersion", new BsonInt32(1))
        .append("configTerm", new BsonInt64(members.elections().term()));
    return self ? row.append("self", BsonBoolean.TRUE) : row;
  }
}
