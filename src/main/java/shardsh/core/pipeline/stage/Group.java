package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Accumulator;
import shardsh.core.pipeline.AccumulatorSpec;
import shardsh.core.pipeline.Accumulators;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.GroupTable;
import shardsh.core.pipeline.MemoryUse;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.ChangedPaths;

/**
 * {@code $group}. On shards it gives partial values ({@code $willBeMerged}), which the merger's
 * {@code $group} combines ({@code $doingMerge}); both marks are the server's. Groups come out in
 * the order in which they were first seen.
 */
public final class Group implements Stage {

  /** Which part of the work is done. */
  private enum Part {
    WHOLE,
    PARTIAL,
    COMBINING
  }

  private static final String WILL_BE_MERGED = "$willBeMerged";
  private static final String DOING_MERGE = "$doingMerge";

  /** One field and what it accumulates. */
  private record Field(String name, AccumulatorSpec spec) {}

  private final Expression id;
  private final List<Field> fields;
  private final Part part;
  private final PipelineContext context;

  private Group(Expression id, List<Field> fields, Part part, PipelineContext context) {
    this.id = id;
    this.fields = List.copyOf(fields);
    this.part = part;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException Location15947, 15948, 15955 for a malformed
   *     specification, and what the accumulators throw
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(15947, "a group's fields must be specified in an object");
    }
    Expression id = null;
    List<Field> fields = new ArrayList<>();
    Part part = Part.WHOLE;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      String name = field.getKey();
      if (name.equals("_id")) {
        id = context.parse(field.getValue());
      } else if (name.equals(DOING_MERGE) || name.equals(WILL_BE_MERGED)) {
        if (!Values.isTrue(field.getValue())) {
          throw Values.error(17030, name + " should be true if present");
        }
        part = name.equals(DOING_MERGE) ? Part.COMBINING : Part.PARTIAL;
      } else {
        fields.add(new Field(name, Accumulators.parseField(name, field.getValue(), context)));
      }
    }
    if (id == null) {
      throw Values.error(15955, "a group specification must include an _id");
    }
    return List.of(new Group(id, fields, part, context));
  }

  /** What the stage reads of its input. */
  public Dependencies dependencies() {
    Dependencies dependencies = new Dependencies();
    id.addDependencies(dependencies);
    for (Field field : fields) {
      field.spec.addDependencies(dependencies);
    }
    return dependencies;
  }

  @Override
  public String name() {
    return "$group";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> grouped(input));
  }

  private Iterator<BsonDocument> grouped(Iterator<BsonDocument> input) {
    GroupTable groups = new GroupTable(context.query().variables().order());
    if (part == Part.COMBINING) {
      combine(input, groups);
    } else if (input instanceof Unwind.Elements elements && needs().known()) {
      add(elements.lent(), groups);
    } else {
      add(input, groups);
    }
    return new Results(groups);
  }

  private void combine(Iterator<BsonDocument> input, GroupTable groups) {
    MemoryUse use = new MemoryUse(context.memory(), "$group");
    while (input.hasNext()) {
      BsonDocument document = input.next();
      Accumulator[] states = states(Values.orNull(document.get("_id")), groups, use);
      for (int i = 0; i < states.length; i++) {
        BsonValue partial = document.get(fields.get(i).name);
        states[i].combine(partial);
        use.addIfKept(states[i], partial);
      }
    }
  }

  private void add(Iterator<BsonDocument> input, GroupTable groups) {
    MemoryUse use = new MemoryUse(context.memory(), "$group");
    DocumentValue key = DocumentValue.of(id, context);
    DocumentValue[] values = new DocumentValue[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = DocumentValue.of(fields.get(i).spec, context);
    }
    while (input.hasNext()) {
      BsonDocument document = input.next();
      Accumulator[] states = states(Values.orNull(key.of(document)), groups, use);
      for (int i = 0; i < states.length; i++) {
        BsonValue value = values[i].of(document);
        states[i].add(value);
        use.addIfKept(states[i], value);
      }
    }
  }

  private Accumulator[] states(BsonValue key, GroupTable groups, MemoryUse use) {
    int group = groups.find(key);
    if (group < 0) {
      group = groups.add(key, start(key));
      use.add(key);
    }
    return groups.states(group);
  }

  private Accumulator[] start(BsonValue key) {
    EvaluationContext group =
        context.about(key instanceof BsonDocument document ? document : new BsonDocument());
    Accumulator[] states = new Accumulator[fields.size()];
    for (int i = 0; i < states.length; i++) {
      states[i] = fields.get(i).spec.start(group);
    }
    return states;
  }

  private final class Results implements Iterator<BsonDocument> {
    private final GroupTable groups;
    private int next;

    Results(GroupTable groups) {
      this.groups = groups;
    }

    @Override
    public boolean hasNext() {
      return next < groups.size();
    }

    @Override
    public BsonDocument next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int group = next++;
      BsonDocument result = new BsonDocument("_id", groups.key(group));
      for (int i = 0; i < fields.size(); i++) {
        Accumulator state = groups.states(group)[i];
        BsonValue value = part == Part.PARTIAL ? state.partial() : state.result();
        result.append(fields.get(i).name, Values.orNull(value));
      }
      return result;
    }
  }

  /**
   * Whether stages begin with a group, or an unwind and a group, that reads fields of its input and
   * keeps no document: it gives the same for whole documents as for what {@link Needs} leaves of
   * them.
   */
  public static boolean readsOnlyFields(List<Stage> stages) {
    boolean unwinds = stages.size() > 1 && stages.get(0) instanceof Unwind first && first.lends();
    int position = unwinds ? 1 : 0;
    return position < stages.size()
        && stages.get(position) instanceof Group group
        && group.needs().known();
  }

  @Override
  public Needs needs() {
    return part == Part.COMBINING ? Needs.wholeDocuments() : Needs.exactly(dependencies());
  }

  @Override
  public boolean mayUseDisk() {
    return true;
  }

  /** Only the parts of {@code _id} that are paths of the input keep their values. */
  @Override
  public Optional<ChangedPaths> changes() {
    Map<String, String> renames = new LinkedHashMap<>();
    addRenames("_id", id.toBson(), renames);
    return part == Part.WHOLE && !renames.isEmpty()
        ? Optional.of(new ChangedPaths(true, List.of(), renames, true))
        : Optional.empty();
  }

  private static void addRenames(String name, BsonValue printed, Map<String, String> renames) {
    if (printed.isString()) {
      String text = printed.asString().getValue();
      if (!text.startsWith("$$")) {
        renames.put(name, text.substring(1));
      }
    } else if (printed.isDocument()) {
      for (Map.Entry<String, BsonValue> field : printed.asDocument().entrySet()) {
        if (!field.getKey().startsWith("$")) {
          addRenames(name + "." + field.getKey(), field.getValue(), renames);
        }
      }
    }
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    if (part == Part.COMBINING) {
      printed.append("_id", new BsonString("$$ROOT._id"));
    } else {
      printed.append("_id", id.toBson());
    }
    for (Field field : fields) {
      printed.append(
          field.name,
          part == Part.COMBINING
              ? field.spec.toCombiningBson("$$ROOT." + field.name)
              : field.spec.toBson());
    }
    if (part == Part.COMBINING) {
      printed.append(DOING_MERGE, BsonBoolean.TRUE);
    } else if (part == Part.PARTIAL) {
      printed.append(WILL_BE_MERGED, BsonBoolean.TRUE);
    }
    return new BsonDocument("$group", printed);
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.both(
        new Group(id, fields, Part.PARTIAL, context),
        new Group(id, fields, Part.COMBINING, context));
  }
}
