package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** What a process says of itself in an explain. Source: the server's explain_common. */
public final class ExplainedProcess {
  private static final int PARAMETERS_SINCE = 6;
  private static final int MEMORY = 100 * 1024 * 1024;

  private ExplainedProcess() {}

  /**
   * Appends {@code serverInfo} and, from 6.0 on, {@code serverParameters}: the names of 6.0 to 8.0
   * with the values a server has that was not configured.
   *
   * @param host with the port, e.g. {@code 127.0.0.1:27100}
   */
  public static BsonDocument append(BsonDocument reply, Environment environment, String host) {
    reply.append("serverInfo", serverInfo(environment, host));
    int major = environment.profile().majorVersion();
    return major < PARAMETERS_SINCE
        ? reply
        : reply.append("serverParameters", serverParameters(major));
  }

  private static BsonDocument serverInfo(Environment environment, String host) {
    int colon = host.lastIndexOf(':');
    return new BsonDocument("host", new BsonString(host.substring(0, colon)))
        .append("port", new BsonInt32(Integer.parseInt(host.substring(colon + 1))))
        .append("version", new BsonString(environment.profile().serverVersion()))
        .append("gitVersion", new BsonString("simulated"));
  }

  private static BsonDocument serverParameters(int major) {
    BsonInt32 memory = new BsonInt32(MEMORY);
    BsonDocument parameters =
        new BsonDocument("internalQueryFacetBufferSizeBytes", memory)
            .append("internalQueryFacetMaxOutputDocSizeBytes", memory)
            .append("internalLookupStageIntermediateDocumentMaxSizeBytes", memory)
            .append("internalDocumentSourceGroupMaxMemoryBytes", memory)
            .append("internalQueryMaxBlockingSortMemoryUsageBytes", memory)
            .append("internalQueryProhibitBlockingMergeOnMongoS", new BsonInt32(0))
            .append("internalQueryMaxAddToSetBytes", memory)
            .append("internalDocumentSourceSetWindowFieldsMaxMemoryBytes", memory);
    if (major >= 7) {
      String control = major >= 8 ? "trySbeRestricted" : "trySbeEngine";
      parameters.append("internalQueryFrameworkControl", new BsonString(control));
    }
    return major >= 8
        ? parameters.append(
            "internalQueryPlannerIgnoreIndexWithCollationForRegex", new BsonInt32(1))
        : parameters;
  }
}
