package shardsh.core.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.snapshot.ClusterSpec.ChunkSpec;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;

class ImportedClusterTest {
  private static final String OLD =
      """
      --- Sharding Status ---\s
        sharding version: {
        	"_id" : 1,
        	"minCompatibleVersion" : 5,
        	"currentVersion" : 6,
        	"clusterId" : ObjectId("5f5a3cb9a3a3a3a3a3a3a3a3")
        }
        shards:
              {  "_id" : "rs0",  "host" : "rs0/a.example:27018,b.example:27018",  "state" : 1,  "tags" : [ "EU" ] }
              {  "_id" : "rs1",  "host" : "rs1/c.example:27018",  "state" : 1,  "draining" : true }
        active mongoses:
              "4.4.6" : 2
        autosplit:
              Currently enabled: no
        balancer:
              Currently enabled:  no
              Currently running:  no
              Balancer active window is set between 23:00 and 6:00 server local time
              Failed balancer rounds in last 5 attempts:  0
              Migration Results for the last 24 hours:\s
                      4 : Success
        databases:
              {  "_id" : "config",  "primary" : "config",  "partitioned" : true }
                      config.system.sessions
                              shard key: { "_id" : 1 }
                              unique: false
                              balancing: true
                              chunks:
                                      rs0	1024
                              too many chunks to print, use verbose if you want to force print
              {  "_id" : "shop",  "primary" : "rs1",  "partitioned" : true,  "version" : {  "uuid" : UUID("6ff8b6b7-6f9d-4b6f-8a4e-2f1a7f1d2c3b"),  "lastMod" : 1 } }
                      shop.orders
                              shard key: { "region" : 1, "customerId" : 1 }
                              unique: true
                              balancing: false
                              chunks:
                                      rs0	1
                                      rs1	2
                              { "region" : { "$minKey" : 1 }, "customerId" : { "$minKey" : 1 } } -->> { "region" : "EU", "customerId" : NumberLong(7) } on : rs0 Timestamp(3, 1)\s
                              { "region" : "EU", "customerId" : NumberLong(7) } -->> { "region" : "US", "customerId" : { "$minKey" : 1 } } on : rs1 Timestamp(3, 0) jumbo
                              { "region" : "US", "customerId" : { "$minKey" : 1 } } -->> { "region" : { "$maxKey" : 1 }, "customerId" : { "$maxKey" : 1 } } on : rs1 Timestamp(2, 3)\s
                               tag: EU  { "region" : "EU", "customerId" : { "$minKey" : 1 } } -->> { "region" : "EV", "customerId" : { "$minKey" : 1 } }
      """;

  private static ImportedCluster read(String text) {
    return ImportedCluster.read(text, Optional.empty(), "8.0");
  }

  private static ChunkSpec chunk(String max, String shard, String version, boolean jumbo) {
    return new ChunkSpec(
        max.isEmpty() ? Optional.empty() : Optional.of(BsonDocument.parse(max)),
        shard,
        Optional.of(version),
        Optional.empty(),
        jumbo);
  }

  @Test
  void theOldShellsReportIsReadWhole() {
    ImportedCluster imported = read(OLD);

    ClusterSpec spec = imported.spec();
    assertEquals(Optional.of("4.4"), spec.profile());
    assertEquals(List.of("rs0", "rs1"), spec.topology().shards());
    assertEquals(List.of("m0", "m1"), spec.topology().routers());
    assertEquals(2, spec.topology().replicaSetSize());
    assertEquals(ClusterSpec.BalancerMode.OFF, spec.params().balancer());
    assertEquals(Optional.of(false), spec.params().autoSplit());
    assertEquals(
        List.of(new ClusterSpec.DatabaseSpec("shop", Optional.of("rs1"))), spec.databases());
    CollectionSpec orders = spec.collections().get(0);
    assertTrue(orders.unique());
    assertEquals(
        List.of(
            chunk("{region: 'EU', customerId: {$numberLong: '7'}}", "rs0", "3|1", false),
            chunk("{region: 'US', customerId: {$minKey: 1}}", "rs1", "3|0", true),
            chunk("", "rs1", "2|3", false)),
        orders.chunks());
    assertEquals(List.of("rs0"), spec.zones().get(0).shards());
    assertEquals(1, spec.zones().get(0).ranges().size());
    assertEquals(
        "sh.disableBalancing(\"shop.orders\");\n"
            + "db.getSiblingDB(\"config\").settings.updateOne({_id: \"balancer\"}, {$set:"
            + " {activeWindow: {start: \"23:00\", stop: \"06:00\"}}}, {upsert: true});\n"
            + "db.adminCommand({removeShard: \"rs1\"});\n",
        spec.run());
  }

  @Test
  void aReportOfTheTwosIsRead() {
    ImportedCluster imported =
        read(
            """
            --- Sharding Status ---
              sharding version: { "_id" : 1, "version" : 3 }
              shards:
            	{  "_id" : "shard0000",  "host" : "localhost:30000" }
            	{  "_id" : "shard0001",  "host" : "localhost:30001" }
              databases:
            	{  "_id" : "admin",  "partitioned" : false,  "primary" : "config" }
            	{  "_id" : "test",  "partitioned" : true,  "primary" : "shard0000" }
            		test.foo
            			shard key: { "_id" : 1 }
            			chunks:
            				shard0001	1
            				shard0000	1
            			{ "_id" : { $minKey : 1 } } -->> { "_id" : 10 } on : shard0001 { "t" : 2000, "i" : 0 }
            			{ "_id" : 10 } -->> { "_id" : { $maxKey : 1 } } on : shard0000 { "t" : 2000, "i" : 1 }
            """);

    assertEquals(
        List.of(
            chunk("{_id: 10}", "shard0001", "2|0", false), chunk("", "shard0000", "2|1", false)),
        imported.spec().collections().get(0).chunks());
    assertEquals(30000, imported.spec().topology().ports().get("shard0000"));
    assertTrue(imported.warnings().get(0).contains("of a server before 3.2"));
  }

  @Test
  void dumpsAreToldByTheirFields() {
    ImportedCluster imported =
        read(
            """
            {"_id":"s0","host":"s0/h:27018","state":1}
            {"_id":"s1","host":"s1/h:27018","state":1}
            {"_id":"shop.orders","uuid":{"$binary":{"base64":"AAECAwQFBgcICQoLDA0ODw==","subType":"04"}},"key":{"id":"hashed"},"unique":false}
            {"_id":{"$oid":"5f5a3cb9a3a3a3a3a3a3a3a3"},"uuid":{"$uuid":"00010203-0405-0607-0809-0a0b0c0d0e0f"},"min":{"id":{"$minKey":1}},"max":{"id":{"$numberLong":"0"}},"shard":"s0","lastmod":{"$timestamp":{"t":1,"i":0}}}
            [{"_id":{"$oid":"5f5a3cb9a3a3a3a3a3a3a3a4"},"uuid":{"$uuid":"00010203-0405-0607-0809-0a0b0c0d0e0f"},"min":{"id":{"$numberLong":"0"}},"max":{"id":{"$maxKey":1}},"shard":"s1","lastmod":{"$timestamp":{"t":1,"i":1}}}]
            {"_id":"chunksize","value":{"$numberLong":"32"}}
            {"_id":"shop","primary":"s1"}
            {"_id":"h:27017","mongoVersion":"7.0.5","up":12}
            """);

    assertEquals(Optional.of("7.0"), imported.spec().profile());
    assertEquals(Optional.of(32), imported.spec().params().chunkSizeMB());
    assertEquals(
        List.of(
            chunk("{id: {$numberLong: '0'}}", "s0", "1|0", false), chunk("", "s1", "1|1", false)),
        imported.spec().collections().get(0).chunks());
    assertTrue(imported.warnings().get(0).startsWith("no sizes are known"));
  }

  @Test
  void chunksThatAreOnlyCountedGetBoundsAndAWarning() {
    ImportedCluster imported =
        read(
            OLD.replaceAll("(?m)^.*\"US\", \"customerId\".*on : rs1 Timestamp\\(2.*$", "")
                .replace("rs1\t2", "rs1\t40"));

    CollectionSpec orders = imported.spec().collections().get(0);
    assertEquals(41, orders.chunks().size());
    assertEquals(40, orders.chunks().stream().filter(c -> c.shard().equals("rs1")).count());
    assertTrue(
        imported.warnings().stream().anyMatch(w -> w.contains("39 more have invented bounds")),
        imported.warnings().toString());
  }

  @Test
  void inventedBoundsHaveTheTypeOfTheZones() {
    ImportedCluster imported =
        read(OLD.replaceAll("(?m)^.*customerId.*on : rs.*$", "").replace("rs1\t2", "rs1\t40"));

    CollectionSpec orders = imported.spec().collections().get(0);
    assertTrue(orders.chunks().get(0).max().orElseThrow().isString("region"));
    assertTrue(
        imported.warnings().stream()
            .anyMatch(w -> w.contains("no chunk is in the text, 41 have invented bounds")),
        imported.warnings().toString());
  }

  @Test
  void sizesAreSharedOutAmongAShardsChunks() {
    ImportedCluster imported =
        ImportedCluster.read(
            OLD,
            Optional.of(
                """
                mongos> db.orders.getShardDistribution()

                Shard rs1 at rs1/c.example:27018
                 data : 1.5GiB docs : 1000 chunks : 2
                 estimated data per chunk : 768MiB
                 estimated docs per chunk : 500

                Shard rs0 at rs0/a.example:27018
                 data : 512KiB docs : 10 chunks : 1
                 estimated data per chunk : 512KiB
                 estimated docs per chunk : 10

                Totals
                 data : 1.5GiB docs : 1010 chunks : 3
                """),
            "8.0");

    assertEquals(
        List.of(Optional.of(0.5), Optional.of(768.0), Optional.of(768.0)),
        imported.spec().collections().get(0).chunks().stream().map(ChunkSpec::sizeMB).toList());
  }

  @Test
  void overlappingChunksAreRefusedByName() {
    ImportException refused =
        assertThrows(
            ImportException.class,
            () ->
                read(
                    OLD.replace(
                        "{ \"region\" : \"US\", \"customerId\" : { \"$minKey\" : 1 } } -->> {"
                            + " \"region\" : { \"$maxKey\"",
                        "{ \"region\" : \"EA\", \"customerId\" : { \"$minKey\" : 1 } } -->> {"
                            + " \"region\" : { \"$maxKey\"")));

    assertTrue(refused.getMessage().contains("shop.orders"), refused.getMessage());
  }

  @Test
  void aTextOfSomethingElseIsRefused() {
    assertThrows(ImportException.class, () -> read("Dear all,\nhere is our cluster.\n"));
  }

  private static final String OLD_HEAD =
      """
      --- Sharding Status ---
        sharding version: {
          "_id" : 1,
          "currentVersion" : 6
        }
        shards:
              {  "_id" : "rs0",  "host" : "rs0/a.example:27018",  "state" : 1 }
        active mongoses:
              "4.4.6" : 1
      """;

  @Test
  void reportWithoutDatabasesIsAClusterWithoutCollections() {
    ImportedCluster imported = read(OLD_HEAD + "  databases:\n");

    assertEquals(List.of(), imported.spec().collections());
    assertEquals(List.of(), imported.warnings());
  }

  @Test
  void reportThatWasCutOffBeforeItsDatabasesSaysSo() {
    assertEquals(
        List.of("the report ends before its list of databases"), read(OLD_HEAD).warnings());
  }

  @Test
  void oldReportEndsAtTheNextPrompt() {
    String chunk =
        "{ \"k\" : { \"$minKey\" : 1 } } -->> { \"k\" : { \"$maxKey\" : 1 } } on : rs0"
            + " Timestamp(1, 0)\n";
    String report =
        OLD_HEAD
            + "  databases:\n{ \"_id\" : \"a\", \"primary\" : \"rs0\" }\na.b\nshard key: { \"k\" :"
            + " 1 }\nchunks:\nrs0 1\n"
            + chunk;

    ImportedCluster imported = read(report + "mongos> sh.status()\n" + report);

    assertEquals(1, imported.spec().collections().get(0).chunks().size());
    assertEquals(List.of(), imported.warnings());
  }

  @Test
  void lineThatCannotBeUsedIsNamed() {
    assertEquals(
        List.of("line 11 says nothing that could be used: the rest is secret"),
        read(OLD_HEAD + "  databases:\n    the rest is secret\n").warnings());
  }

  @Test
  void reportWithoutRoutersIsOfAnOldServer() {
    ImportedCluster imported =
        read(
            "--- Sharding Status ---\n sharding version: { \"_id\" : 1, \"version\" : 3 }\n"
                + " shards:\n { \"_id\" : \"s\", \"host\" : \"a:1\" }\n databases:\n");

    assertEquals(Optional.of("classic"), imported.spec().profile());
    assertEquals(
        "the report lists no routers, so it is of a server before 3.2", imported.warnings().get(0));
  }

  @Test
  void sectionsNeedNoDashesBetweenThem() {
    ImportedCluster imported =
        read(
            """
            [direct: mongos] test> sh.status()
            shardingVersion
            { _id: 1, clusterId: ObjectId('6699f20fd0d0c1f2ae9a1b11') }
            shards
            [ { _id: 'rs0', host: 'rs0/a.example:27018', state: 1 } ]
            active mongoses
            [ { '6.0.5': 2 } ]
            databases
            [ { database: { _id: 'a', primary: 'rs0' },
                collections: { 'a.b': { shardKey: { k: 1 }, unique: false, balancing: true,
                  chunkMetadata: [ { shard: 'rs0', nChunks: 1 } ],
                  chunks: [ { min: { k: MinKey() }, max: { k: MaxKey() }, 'on shard': 'rs0' } ],
                  tags: [] } } } ]
            [direct: mongos] test>
            """);

    assertEquals("a.b", imported.spec().collections().get(0).ns().toString());
    assertEquals(Optional.of("6.0"), imported.spec().profile());
  }

  @Test
  void theCollectionsAloneMakeACluster() {
    ImportedCluster imported =
        read(
            """
            collections: {
              'a.b': {
                shardKey: { k: 1 },
                chunks: [
                  { min: { k: MinKey() }, max: { k: 5 }, 'on shard': 'rs0' },
                  { min: { k: 5 }, max: { k: MaxKey() }, 'on shard': 'rs1' }
                ]
              }
            }
            """);

    assertEquals(2, imported.spec().collections().get(0).chunks().size());
    assertTrue(
        imported.warnings().contains("not in the list of shards, but named elsewhere: rs0, rs1"));
  }

  @Test
  void chunksWithoutTheirCollectionAreRefusedByWhatIsMissing() {
    ImportException refused =
        assertThrows(
            ImportException.class,
            () -> read("chunks: [ { min: { k: MinKey() }, max: { k: 5 }, 'on shard': 'rs0' } ]"));

    assertTrue(refused.getMessage().contains("shardKey, are missing"));
  }

  @Test
  void rangeOfAZoneThatNoShardIsInIsLeftOut() {
    ImportedCluster imported =
        read(
            OLD_HEAD
                + "  databases:\n"
                + "{ \"_id\" : \"a\", \"primary\" : \"rs0\" }\n"
                + "a.b\n"
                + "shard key: { \"k\" : 1 }\n"
                + "chunks:\n"
                + "rs0 1\n"
                + "{ \"k\" : { \"$minKey\" : 1 } } -->> { \"k\" : { \"$maxKey\" : 1 } } on : rs0"
                + " Timestamp(1, 0)\n"
                + " tag: old { \"k\" : 1 } -->> { \"k\" : 2 }\n");

    assertEquals(List.of(), imported.spec().zones());
    assertEquals(
        List.of("a range of a.b is of zone old, in which no shard is: left out"),
        imported.warnings());
  }

  @Test
  void layoutOfTheDocumentsTellsTheVersionWhereNoneIsTold() {
    String shard = "{_id: 's0', host: 's0/h:1', state: 1}\n";
    String chunk = "{_id: 1, uuid: 5, min: {k: MinKey()}, max: {k: MaxKey()}, shard: 's0'";
    String collection = "{_id: 'a.b', uuid: 5, key: {k: 1}}\n";

    assertEquals(Optional.of("5.0"), read(shard + collection + chunk + "}").spec().profile());
    assertEquals(
        Optional.of("7.0"),
        read(shard + collection + chunk + ", onCurrentShardSince: Timestamp(1, 1)}")
            .spec()
            .profile());
    assertEquals(
        Optional.of("4.4"),
        read(shard + collection + chunk.replace("uuid: 5", "ns: 'a.b'") + "}").spec().profile());
  }
}
