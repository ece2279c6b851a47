package shardsh.core.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;

/**
 * What a find or a stage makes of each document: an inclusion ({@code {a: 1}}), an exclusion
 * ({@code {a: 0}}), or added fields, with computed fields, {@code $slice}, {@code $elemMatch} and
 * the positional {@code $}. Source: the manual's pages on projection (4.4 and later) and the
 * server's projection tests. Not modelled, and refused: {@code $meta}.
 */
public final class Projection {

  /** The three kinds. */
  public enum Kind {
    INCLUSION,
    EXCLUSION,
    /** {@code $addFields}: everything is kept, something added. */
    ADDITION
  }

  /** The first or last elements of an array: {@code {$slice: 3}}, {@code {$slice: [2, 3]}}. */
  record Slice(List<String> path, int skip, int limit) {}

  /** The elements of a top-level array that match: only the first is kept. */
  record FirstMatch(String field, MatchExpression.Leaf condition) {}

  private final BsonDocument spec;
  private final Kind kind;
  private final ProjectionNode root;
  private final List<FirstMatch> firstMatches;
  private final List<Slice> slices;
  private final Optional<List<String>> positional;
  private final EvaluationContext variables;
  private final boolean computes;

  Projection(ProjectionParser parsed, Kind kind, EvaluationContext variables) {
    this.spec = parsed.spec();
    this.kind = kind;
    this.root = parsed.root();
    this.firstMatches = List.copyOf(parsed.firstMatches());
    this.slices = List.copyOf(parsed.slices());
    this.positional = parsed.positional();
    this.variables = variables;
    this.computes = parsed.computes();
  }

  /** The names of the operators that a find's projection has besides expressions. */
  public static List<String> operators() {
    return ProjectionParser.OPERATORS;
  }

  /** The names of those that are refused there. */
  public static List<String> refusedOperators() {
    return ProjectionParser.REFUSED;
  }

  /**
   * Reads the projection of a find. An empty one keeps everything.
   *
   * @throws CommandException with the server's code when it is not valid
   */
  public static Projection parse(BsonDocument spec, QueryContext context) {
    return ProjectionParser.find(spec, context);
  }

  /** As {@link #parse(BsonDocument, QueryContext)} without variables and collation. */
  public static Projection parse(BsonDocument spec) {
    return parse(spec, QueryContext.PLAIN);
  }

  /**
   * Reads the specification of a {@code $project} stage, in which {@code $slice}, {@code
   * $elemMatch} and {@code $} have no meaning of their own. The {@code $unset} stage is an
   * exclusion.
   *
   * @throws CommandException with the server's code, without the prefix that a stage puts in front
   */
  public static Projection parseStage(BsonDocument spec, QueryContext context) {
    return ProjectionParser.stage(spec, context);
  }

  /** Reads the specification of an {@code $addFields} (or {@code $set}) stage. */
  public static Projection parseAddition(BsonDocument spec, QueryContext context) {
    return ProjectionParser.addition(spec, context);
  }

  public Kind kind() {
    return kind;
  }

  /** As given. */
  public BsonDocument spec() {
    return spec;
  }

  /**
   * In nested form with its defaults, e.g. {@code {_id: true, a: true}}, as stages explain it: what
   * is kept or left out, then what is computed.
   */
  public BsonDocument toBson() {
    if (kind == Kind.ADDITION) {
      return root.toBson(BsonBoolean.FALSE);
    }
    boolean inclusion = kind == Kind.INCLUSION;
    BsonDocument printed = new BsonDocument();
    if (inclusion && root.isLeaf("_id")) {
      printed.append("_id", BsonBoolean.TRUE);
    }
    root.appendLeaves(printed, BsonBoolean.valueOf(inclusion));
    root.toBson(BsonBoolean.valueOf(inclusion)).forEach(printed::putIfAbsent);
    if (!root.names("_id")) {
      printed.append("_id", BsonBoolean.valueOf(!inclusion));
    }
    return printed;
  }

  /** Whether it names top-level fields only and computes nothing: the stage PROJECTION_SIMPLE. */
  public boolean isSimple() {
    return root.isFlat() && slices.isEmpty() && firstMatches.isEmpty() && positional.isEmpty();
  }

  /**
   * Whether {@link #apply(BsonDocument, MatchDetails)} needs details: it has a positional {@code
   * $}.
   */
  public boolean needsMatchDetails() {
    return positional.isPresent();
  }

  /**
   * The paths of the document that are read, sorted; empty when the whole document is: an
   * exclusion, an addition, a positional projection.
   */
  public Optional<Set<String>> requiredPaths() {
    if (kind != Kind.INCLUSION || positional.isPresent()) {
      return Optional.empty();
    }
    TreeSet<String> paths = new TreeSet<>();
    Dependencies dependencies = new Dependencies();
    root.addPaths("", paths, dependencies);
    paths.addAll(dependencies.paths());
    for (FirstMatch one : firstMatches) {
      paths.add(one.field());
    }
    return dependencies.needsWholeDocument() ? Optional.empty() : Optional.of(paths);
  }

  /** What a stage with this projection changes. */
  public ChangedPaths changes() {
    List<String> leaves = new ArrayList<>();
    List<String> computed = new ArrayList<>();
    Map<String, String> renames = new LinkedHashMap<>();
    root.addLeaves("", leaves);
    root.addComputed("", computed, renames);
    ChangedPaths changed =
        kind == Kind.INCLUSION
            ? new ChangedPaths(true, leaves, renames, false)
            : ChangedPaths.only(kind == Kind.EXCLUSION ? leaves : computed);
    return changed.withRenames(renames);
  }

  /** Adds what the computed fields read. */
  public void addDependencies(Dependencies dependencies) {
    TreeSet<String> paths = new TreeSet<>();
    root.addPaths("", paths, dependencies);
    if (kind != Kind.EXCLUSION) {
      paths.forEach(dependencies::addPath);
    }
  }

  /** The projected document, for a projection that needs no details. */
  public BsonDocument apply(BsonDocument document) {
    return apply(document, null);
  }

  /**
   * The projected document.
   *
   * @param details what the filter noted when it matched the document; used by {@code $} only
   * @throws CommandException 51246 when {@code $} meets an array and the filter went through none,
   *     51247 when that array is too short, or what an expression throws
   */
  public BsonDocument apply(BsonDocument document, MatchDetails details) {
    BsonDocument result = kind == Kind.ADDITION ? document : root.project(document);
    if (computes) {
      result = root.compute(result, variables.withRoot(document));
    }
    for (FirstMatch one : firstMatches) {
      result = withFirstMatch(result, document, one);
    }
    if (positional.isPresent()) {
      result = withPosition(result, positional.get(), 0, details);
    }
    for (Slice slice : slices) {
      result = sliced(result, slice, 0);
    }
    return result;
  }

  private BsonDocument withFirstMatch(
      BsonDocument result, BsonDocument document, FirstMatch match) {
    BsonDocument changed = new BsonDocument();
    changed.putAll(result);
    BsonValue value = document.get(match.field());
    int position =
        match.condition() instanceof ArrayPredicate.ElemMatchObject
            ? ArrayMatches.object(
                value, ((ArrayPredicate.ElemMatchObject) match.condition()).term())
            : ArrayMatches.value(
                value, ((ArrayPredicate.ElemMatchValue) match.condition()).terms());
    if (position < 0) {
      changed.remove(match.field());
    } else {
      changed.put(match.field(), new BsonArray(List.of(value.asArray().get(position))));
    }
    return changed;
  }

  /** Cuts the first array on the path down to the element that matched. */
  private static BsonDocument withPosition(
      BsonDocument document, List<String> path, int depth, MatchDetails details) {
    BsonValue value = document.get(path.get(depth));
    BsonValue changed = value;
    if (value instanceof BsonArray) {
      changed = new BsonArray(List.of(atPosition((BsonArray) value, details)));
    } else if (value instanceof BsonDocument && depth + 1 < path.size()) {
      changed = withPosition((BsonDocument) value, path, depth + 1, details);
    }
    return replaced(document, path.get(depth), value, changed);
  }

  private static BsonValue atPosition(BsonArray array, MatchDetails details) {
    int position =
        details == null || details.position().isEmpty() ? -1 : details.position().getAsInt();
    if (position < 0) {
      throw new CommandException(
          ErrorCode.location(51246),
          "positional operator '.$' couldn't find a matching element in the array");
    }
    if (position >= array.size()) {
      throw new CommandException(
          ErrorCode.location(51247), "positional operator '.$' element mismatch");
    }
    return array.get(position);
  }

  private static BsonDocument sliced(BsonDocument document, Slice slice, int depth) {
    String name = slice.path().get(depth);
    BsonValue value = document.get(name);
    boolean last = depth + 1 == slice.path().size();
    BsonValue changed = value;
    if (last && value instanceof BsonArray) {
      changed = slice((BsonArray) value, slice);
    } else if (!last && value instanceof BsonDocument) {
      changed = sliced((BsonDocument) value, slice, depth + 1);
    } else if (!last && value instanceof BsonArray) {
      BsonArray array = new BsonArray();
      for (BsonValue element : (BsonArray) value) {
        array.add(
            element instanceof BsonDocument
                ? sliced((BsonDocument) element, slice, depth + 1)
                : element);
      }
      changed = array;
    }
    return replaced(document, name, value, changed);
  }

  private static BsonArray slice(BsonArray array, Slice slice) {
    int size = array.size();
    int start = slice.skip() >= 0 ? Math.min(slice.skip(), size) : Math.max(0, size + slice.skip());
    int end = (int) Math.min((long) start + slice.limit(), size);
    return new BsonArray(array.getValues().subList(start, end));
  }

  private static BsonDocument replaced(
      BsonDocument document, String name, BsonValue value, BsonValue changed) {
    if (changed == value) {
      return document;
    }
    BsonDocument copy = new BsonDocument();
    copy.putAll(document);
    copy.put(name, changed);
    return copy;
  }
}
