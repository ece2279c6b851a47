package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Questions about users, roles and logs, of which the model has none. */
class UsersAndLogsTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  @Test
  void thereAreNoUsersAndNoRolesOfUsers() {
    for (String node : List.of("m0", "s0")) {
      assertTrue(cluster.run(node, "shop", "{usersInfo: 1}").getArray("users").isEmpty());
      assertTrue(cluster.run(node, "shop", "{rolesInfo: 1}").getArray("roles").isEmpty());
    }
  }

  @Test
  void builtInRolesAreRefused() {
    assertEquals(
        "115 CommandNotSupported: shardsh has no access control: rolesInfo tells of roles that"
            + " users made, and there are none; the built-in ones are not modelled",
        cluster.refusal("{rolesInfo: 'read'}"));
  }

  @Test
  void logsAreEmptyAndHaveTheNamesOfTheServers() {
    assertEquals(
        doc("{names: ['global', 'startupWarnings']}").get("names"),
        cluster.admin("{getLog: '*'}").get("names"));
    assertTrue(cluster.admin("{getLog: 'global'}").getArray("log").isEmpty());
    assertEquals("96 OperationFailed: No log named 'x'", cluster.refusal("{getLog: 'x'}"));
    assertEquals(
        "14 TypeMismatch: Argument to getLog must be of type String; found 1 of type int",
        cluster.refusal("{getLog: 1}"));
  }
}
