package shardsh.core.update;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.ServerText;
import shardsh.core.query.QueryContext;

/** {@code $rename}, at the path that the value goes to. */
record RenameOperator(UpdatePath source, UpdatePath target) implements UpdateOperator {

  /** What {@code $rename} does at the path that the value comes from. */
  record Source(UpdatePath path) implements UpdateOperator {
    @Override
    public BsonValue apply(BsonValue current, Application application) {
      return null;
    }

    @Override
    public boolean toleratesBlockedPath() {
      return true;
    }
  }

  /**
   * @throws CommandException BAD_VALUE when the argument is no path, or one path is on the other
   */
  static void read(
      UpdateTreeBuilder tree, UpdatePath source, BsonValue argument, QueryContext context) {
    if (!argument.isString()) {
      throw Application.badValue(
          "The 'to' field for $rename must be a string: "
              + source.text()
              + ": "
              + ServerText.of(argument));
    }
    String to = argument.asString().getValue();
    if (to.indexOf('\0') >= 0) {
      throw Application.badValue("The 'to' field for $rename cannot contain an embedded null byte");
    }
    UpdatePath target = UpdatePath.parse(to);
    if (source.text().equals(to)) {
      throw Application.badValue(
          "The source and target field for $rename must differ: "
              + source.text()
              + ": "
              + ServerText.of(argument));
    }
    if (to.startsWith(source.text() + ".") || source.text().startsWith(to + ".")) {
      throw Application.badValue(
          "The source and target field for $rename must not be on the same path: "
              + source.text()
              + ": "
              + ServerText.of(argument));
    }
    if (source.isDynamic()) {
      throw Application.badValue(
          "The source field for $rename may not be dynamic: " + source.text());
    }
    if (target.isDynamic()) {
      throw Application.badValue("The destination field for $rename may not be dynamic: " + to);
    }
    tree.add(target, new RenameOperator(source, target));
    tree.add(source, new Source(source));
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    Optional<BsonValue> value = sourceValue(application);
    if (value.isEmpty()) {
      return current;
    }
    checkNoArray(application.document(), target, "destination", application);
    return Identity.same(value.get(), current) ? current : value.get();
  }

  private Optional<BsonValue> sourceValue(Application application) {
    BsonValue value = application.document();
    String holder = "";
    for (String part : source.parts()) {
      if (value instanceof BsonDocument) {
        value = ((BsonDocument) value).get(part);
      } else {
        if (value instanceof BsonArray && BsonPath.arrayIndex(part) >= 0) {
          if (BsonPath.arrayIndex(part) < ((BsonArray) value).size()) {
            throw elementOf("source", source, application);
          }
          return Optional.empty();
        }
        throw new CommandException(
            ErrorCode.PATH_NOT_VIABLE,
            "cannot use the part ("
                + holder
                + " of "
                + source.text()
                + ") to traverse the element ({"
                + holder
                + ": "
                + ServerText.of(value)
                + "})");
      }
      if (value == null) {
        return Optional.empty();
      }
      holder = part;
    }
    return Optional.of(value);
  }

  private static void checkNoArray(
      BsonDocument document, UpdatePath path, String role, Application application) {
    BsonValue value = document;
    List<String> parents = path.parts().subList(0, path.parts().size() - 1);
    for (String part : parents) {
      if (!(value instanceof BsonDocument)) {
        return;
      }
      value = ((BsonDocument) value).get(part);
      if (value instanceof BsonArray) {
        throw elementOf(role, path, application);
      }
    }
  }

  private static CommandException elementOf(String role, UpdatePath path, Application application) {
    return Application.badValue(
        "The "
            + role
            + " field cannot be an array element, '"
            + path.text()
            + "' in doc with "
            + application.idText()
            + " has an array field called '"
            + path.parts().get(path.parts().size() - 2)
            + "'");
  }
}
