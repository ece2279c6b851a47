package shardsh.core.pipeline;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Percentiles;

/** {@code $percentile} and {@code $median} over one number per document. */
final class PercentileAccumulator implements AccumulatorSpec {
  private static final double[] MIDDLE = {0.5};

  private final String name;
  private final Expression argument;
  private final double[] parts;

  private PercentileAccumulator(String name, Expression argument, double[] parts) {
    this.name = name;
    this.argument = argument;
    this.parts = parts;
  }

  static AccumulatorSpec percentile(String name, BsonValue spec, PipelineContext context) {
    BsonDocument document = Percentiles.checkSpec(name, spec);
    Expression p = context.parse(document.get("p"));
    double[] parts = Percentiles.parts(p.evaluate(context.about(new BsonDocument())));
    return new PercentileAccumulator(name, context.parse(document.get("input")), parts);
  }

  static AccumulatorSpec median(String name, BsonValue spec, PipelineContext context) {
    BsonDocument document = Percentiles.checkSpec(name, spec);
    return new PercentileAccumulator(name, context.parse(document.get("input")), MIDDLE);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BsonValue input(EvaluationContext context) {
    return argument.evaluate(context);
  }

  @Override
  public Accumulator start(EvaluationContext group) {
    return new State(parts, parts == MIDDLE);
  }

  @Override
  public BsonDocument toBson() {
    return printed(argument.toBson());
  }

  @Override
  public BsonDocument toCombiningBson(String path) {
    return printed(new BsonString(path));
  }

  private BsonDocument printed(BsonValue input) {
    BsonDocument printed = new BsonDocument("input", input);
    if (parts != MIDDLE) {
      BsonArray p = new BsonArray(parts.length);
      for (double part : parts) {
        p.add(new BsonDouble(part));
      }
      printed.append("p", p);
    }
    return new BsonDocument(name, printed.append("method", new BsonString("approximate")));
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    argument.addDependencies(dependencies);
  }

  private static final class State implements Accumulator {
    private final double[] parts;
    private final boolean median;
    private final Percentiles percentiles = new Percentiles();

    State(double[] parts, boolean median) {
      this.parts = parts;
      this.median = median;
    }

    @Override
    public void add(BsonValue value) {
      percentiles.add(value);
    }

    @Override
    public void combine(BsonValue partial) {
      partial.asArray().forEach(percentiles::add);
    }

    @Override
    public BsonValue partial() {
      return percentiles.numbers();
    }

    @Override
    public BsonValue result() {
      return median ? percentiles.at(parts[0]) : percentiles.at(parts);
    }
  }
}
