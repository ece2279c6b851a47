package shardsh.core.update;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonPath;

/** An update by operators: {@code {$set: {a: 1}, $inc: {n: 1}}}. */
final class OperatorUpdate extends Update {
  private final BsonDocument spec;
  private final UpdateNode.Fields root;
  private final List<String> paths;
  private final boolean usesMatch;

  OperatorUpdate(BsonDocument spec, UpdateTreeBuilder tree) {
    this.spec = spec;
    this.root = tree.root();
    this.paths = List.copyOf(tree.paths());
    this.usesMatch = paths.stream().anyMatch(path -> BsonPath.of(path).parts().contains("$"));
  }

  @Override
  public Kind kind() {
    return Kind.OPERATORS;
  }

  @Override
  public BsonValue toBson() {
    return spec;
  }

  @Override
  public List<String> paths() {
    return paths;
  }

  @Override
  boolean usesMatch() {
    return usesMatch;
  }

  @Override
  BsonDocument changed(Application application) {
    return root.apply(application.document(), application, "").asDocument();
  }
}
