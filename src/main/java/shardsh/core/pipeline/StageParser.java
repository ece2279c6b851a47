package shardsh.core.pipeline;

import java.util.List;
import org.bson.BsonValue;

/** Reads what stands behind a stage's name. Stages that are short for others give those. */
@FunctionalInterface
public interface StageParser {

  /**
   * @throws shardsh.core.base.CommandException with the server's code
   */
  List<Stage> parse(BsonValue spec, PipelineContext context);
}
