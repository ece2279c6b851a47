package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $listSessions}, which reads {@code config.system.sessions}, and {@code
 * $listLocalSessions}, which asks the process. There are no users, so that both list all sessions.
 */
public final class ListSessions implements Stage {
  private static final List<String> OPTIONS = List.of("allUsers", "users");

  private final boolean local;
  private final BsonDocument spec;
  private final PipelineContext context;

  private ListSessions(boolean local, BsonDocument spec, PipelineContext context) {
    this.local = local;
    this.spec = spec;
    this.context = context;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE for a malformed specification, INVALID_NAMESPACE for
   *     any collection but {@code config.system.sessions}
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification.of("$listSessions", spec, OPTIONS);
    if (!context.ns().toString().equals("config.system.sessions")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "$listSessions may only be run against config.system.sessions");
    }
    return List.of(new ListSessions(false, spec.asDocument(), context));
  }

  /**
   * @throws CommandException FAILED_TO_PARSE for a malformed specification
   */
  public static List<Stage> parseLocal(BsonValue spec, PipelineContext context) {
    Specification.of("$listLocalSessions", spec, OPTIONS);
    return List.of(new ListSessions(true, spec.asDocument(), context));
  }

  @Override
  public String name() {
    return local ? "$listLocalSessions" : "$listSessions";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return local ? context.foreign().sessions().iterator() : input;
  }

  @Override
  public Position position() {
    return local ? Position.FIRST : Position.ANYWHERE;
  }

  @Override
  public boolean needsCollection() {
    return !local;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(name(), spec);
  }
}
