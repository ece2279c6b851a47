package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.cluster.ClusterNames;

/** The fields of collections, and of views what their pipelines make of those. */
final class KnownFields {
  /** As many views as may stand upon each other. Source: the manual's page on views. */
  private static final int VIEWS_MAX = 20;

  private final ClusterNames names;

  KnownFields(ClusterNames names) {
    this.names = names;
  }

  /** Those of some documents; of a view, those that its stages leave. */
  FieldPaths of(Namespace ns) {
    return of(ns, VIEWS_MAX);
  }

  private FieldPaths of(Namespace ns, int depth) {
    Optional<BsonDocument> view = depth == 0 ? Optional.empty() : names.view(ns);
    if (view.isEmpty()) {
      return FieldPaths.of(names.fields(ns));
    }
    PipelineFields pipelines = new PipelineFields(name -> of(new Namespace(ns.db(), name), 0));
    Namespace on = new Namespace(ns.db(), view.get().getString("viewOn").getValue());
    Typed pipeline = typed(view.get().getArray("pipeline", new BsonArray()));
    FieldPaths before = of(on, depth - 1);
    return pipeline instanceof Typed.Elements stages
        ? pipelines.after(before, stages.values())
        : before;
  }

  /** A value as if it had been typed. */
  private static Typed typed(BsonValue value) {
    if (value.isDocument()) {
      Map<String, Typed> fields = new LinkedHashMap<>();
      value.asDocument().forEach((name, field) -> fields.put(name, typed(field)));
      return new Typed.Fields(fields);
    }
    if (value.isArray()) {
      List<Typed> elements = new ArrayList<>();
      value.asArray().forEach(element -> elements.add(typed(element)));
      return new Typed.Elements(elements);
    }
    if (value.isString()) {
      return new Typed.Text(value.asString().getValue());
    }
    if (value.isBoolean()) {
      return new Typed.Plain(String.valueOf(value.asBoolean().getValue()));
    }
    boolean isZero = value.isNumber() && value.asNumber().doubleValue() == 0;
    return new Typed.Plain(isZero ? "0" : "1");
  }
}
