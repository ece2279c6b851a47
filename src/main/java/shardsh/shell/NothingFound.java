package shardsh.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * What a read or a write that found no document may have been meant to ask: a field or a collection
 * of nearly the same name is there, or the field has no text.
 */
final class NothingFound {
  private static final List<String> READS =
      List.of(
          "find",
          "findOne",
          "countDocuments",
          "count",
          "aggregate",
          "distinct",
          "findOneAndUpdate",
          "findOneAndReplace",
          "findOneAndDelete");
  private static final List<String> WRITES =
      List.of("updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany");
  private static final List<String> COMBINING = List.of("$and", "$or", "$nor");

  private final ClusterNames names;
  private final KnownFields known;

  NothingFound(LiveSession session) {
    this.names = session.world().cluster().names();
    this.known = new KnownFields(names);
  }

  /**
   * The hint about the first of the calls that found nothing and has a name that is near another.
   */
  Optional<String> hint(List<CallLog.Call> calls, String text) {
    for (CallLog.Call call : calls) {
      int dot = call.ns().indexOf('.');
      if (dot > 0 && dot < call.ns().length() - 1 && foundNothing(call)) {
        Optional<String> hint = hint(call, Namespace.parse(call.ns()), text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> hint(CallLog.Call call, Namespace ns, String text) {
    if (!names.collections().contains(ns)) {
      return ofAnotherDatabase(ns, text).or(() -> ofPlace(names, ns.db(), ns.collection(), text));
    }
    if (call.op().equals("aggregate")) {
      return ofPipeline(ns, text);
    }
    BsonDocument filter = call.filter().orElse(new BsonDocument());
    Set<String> asked = new LinkedHashSet<>();
    addFields(filter, asked);
    return ofFields(asked, known.of(ns).paths(), text)
        .or(() -> new QuietSlips(names).ofFilter(ns, filter, text));
  }

  /** {@code db.config.chunks} names a collection of this database, whatever it is called. */
  private Optional<String> ofAnotherDatabase(Namespace ns, String text) {
    int dot = ns.collection().indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    String db = ns.collection().substring(0, dot);
    String meant = "db.getSiblingDB(\"" + db + "\")" + ns.collection().substring(dot);
    return db.equals("config") || names.collections(db).contains(ns.collection().substring(dot + 1))
        ? Optional.of(
            "there is no collection "
                + ns.collection()
                + " in "
                + ns.db()
                + "; did you mean: "
                + text.strip().replace("db." + ns.collection(), meant))
        : Optional.empty();
  }

  /** A database that there is not, or a collection that it has not, and one of nearly its name. */
  static Optional<String> ofPlace(
      ClusterNames names, String database, String collection, String text) {
    return ofDatabase(names, database, text)
        .or(
            () ->
                DidYouMean.said(collection, collections(names, database), text)
                    .map(hint -> "there is no collection " + collection + "; " + hint));
  }

  /** Each shard has its own of some that are no collections of the cluster. */
  private static Collection<String> collections(ClusterNames names, String database) {
    Set<String> all = new LinkedHashSet<>(names.collections(database));
    if (database.equals("config")) {
      all.add("rangeDeletions");
    }
    return all;
  }

  /** A database that there is not, and one of nearly its name. */
  static Optional<String> ofDatabase(ClusterNames names, String database, String text) {
    return DidYouMean.said(database, names.databases(), text)
        .map(hint -> "there is no database " + database + "; " + hint);
  }

  private static void addFields(BsonDocument filter, Set<String> asked) {
    filter.forEach(
        (name, value) -> {
          if (!name.startsWith("$")) {
            asked.add(name);
          } else if (COMBINING.contains(name) && value.isArray()) {
            value.asArray().stream()
                .filter(BsonValue::isDocument)
                .forEach(part -> addFields(part.asDocument(), asked));
          }
        });
  }

  /** The first field that is not among the known, and one of nearly its name. */
  static Optional<String> ofFields(
      Collection<String> asked, Collection<String> known, String text) {
    for (String field : asked) {
      if (!known.contains(field) && !known.contains(withoutNumbers(field))) {
        Optional<String> hint = DidYouMean.said(field, known, text);
        if (hint.isPresent()) {
          return hint.map(found -> field + " is in no document looked at; " + found);
        }
      }
    }
    return Optional.empty();
  }

  /** A path that leads to elements of arrays without their places. */
  static String withoutNumbers(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("\\.")) {
      if (part.isEmpty() || !part.chars().allMatch(Character::isDigit)) {
        parts.add(part);
      }
    }
    return String.join(".", parts);
  }

  /** The fields that {@code $match} asks for must be there behind the stages before it. */
  private Optional<String> ofPipeline(Namespace ns, String text) {
    PipelineFields pipelines = new PipelineFields(name -> known.of(new Namespace(ns.db(), name)));
    List<Typed> stages = pipelineIn(text);
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).field("$match") instanceof Typed.Fields match) {
        FieldPaths fields = pipelines.after(known.of(ns), stages.subList(0, i));
        Set<String> asked = new LinkedHashSet<>();
        addFields(match, asked);
        Optional<String> hint = ofFields(asked, fields.paths(), text);
        if (hint.isPresent()) {
          return hint;
        }
      }
    }
    return Optional.empty();
  }

  /** The fields that a filter as it is typed asks for. */
  static void addFields(Typed.Fields match, Set<String> asked) {
    for (String name : match.names()) {
      if (!name.startsWith("$")) {
        asked.add(name);
      } else if (COMBINING.contains(name) && match.get(name) instanceof Typed.Elements parts) {
        for (Typed part : parts.values()) {
          if (part instanceof Typed.Fields fields) {
            addFields(fields, asked);
          }
        }
      }
    }
  }

  /** The stages of the first pipeline that the input has as an argument of {@code aggregate}. */
  private static List<Typed> pipelineIn(String text) {
    for (Token token : InputTokens.of(text)) {
      if (token.kind() == Kind.MARK && text.charAt(token.start()) == ')') {
        CursorPlace end = CursorPlace.of(text.substring(0, token.start()) + ",");
        Optional<Typed> pipeline =
            end.call()
                .filter(call -> call.method().equals("aggregate") && !call.earlier().isEmpty())
                .map(call -> call.earlier().get(0));
        if (pipeline.isPresent()) {
          return pipeline.get() instanceof Typed.Elements stages ? stages.values() : List.of();
        }
      }
    }
    return List.of();
  }

  private static boolean foundNothing(CallLog.Call call) {
    BsonValue result = call.result();
    if (call.error().isPresent()) {
      return false;
    }
    if (WRITES.contains(call.op())) {
      return result != null && result.isDocument() && hasChangedNothing(result.asDocument());
    }
    return READS.contains(call.op())
        && (result == null
            || result.isNull()
            || result.isArray() && result.asArray().isEmpty()
            || result.isNumber() && result.asNumber().doubleValue() == 0);
  }

  private static boolean hasChangedNothing(BsonDocument result) {
    boolean isUpsert = result.containsKey("upsertedId") && !result.get("upsertedId").isNull();
    for (String count : List.of("matchedCount", "deletedCount")) {
      if (result.containsKey(count)
          && result.get(count).isNumber()
          && result.getNumber(count).intValue() == 0) {
        return !isUpsert;
      }
    }
    return false;
  }
}
