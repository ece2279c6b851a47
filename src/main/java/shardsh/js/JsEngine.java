package shardsh.js;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import shardsh.render.InspectOptions;

/**
 * One JavaScript world. It reaches nothing of Java, no files and no network; what programs may call
 * is what {@link #define} puts in. Used by one thread at a time, except for {@link #interrupt()}.
 *
 * <p>Starting takes most of a second on a cold machine: start it on a thread of its own while the
 * terminal comes up.
 */
public final class JsEngine implements AutoCloseable {
  private final SharedCode code;
  private final Context context;
  private final GuestValues values;
  private final Prelude prelude;

  private final Stopper stopper;
  private final Endings endings;

  private final boolean statementsAreLimited;
  private Inspector inspector;

  /** Evaluations inside each other; only the outermost is counted, watched and stopped. */
  private int depth;

  private OptionalInt exitCode = OptionalInt.empty();
  private RuntimeException fault;

  JsEngine(SharedCode code, EnginePorts ports, EngineLimits limits) {
    this.code = code;
    context = code.newContext(limits);
    prelude = new Prelude(new HostFunctions(ports, this::own));
    values = new GuestValues(this, prelude);
    stopper = new Stopper(context, ports, limits);
    endings = new Endings(stopper, new Errors(this, prelude));
    statementsAreLimited = limits.statements().isPresent();
  }

  /**
   * Begins, on a thread of its own, with the part of the next {@link #start} that needs to know
   * nothing: for a program that still reads its command line.
   */
  public static void startAhead() {
    Polyglot.ahead();
  }

  /** A new world on a new engine. */
  public static JsEngine start(EnginePorts ports, EngineLimits limits) {
    return new SharedCode().start(ports, limits);
  }

  /**
   * Another world that shares nothing with this one but parsed code, e.g. for lesson predicates; it
   * starts in milliseconds. Close it before this one.
   */
  public JsEngine isolated(EnginePorts otherPorts, EngineLimits limits) {
    return code.start(otherPorts, limits);
  }

  /** Makes a global of the program: a proxy, a text, a number. */
  public void define(String name, Object value) {
    context.getBindings("js").putMember(name, value);
  }

  /** Makes a global whose reading and setting are calls. */
  public void defineAccessor(String name, ProxyExecutable get, ProxyExecutable set) {
    prelude.defineAccessor(name, get, set);
  }

  /**
   * Makes globals that are made when the program first asks for them.
   *
   * @param make gives what the global of a name is
   * @param isListed whether they are among the keys of {@code globalThis}
   */
  public void defineLazily(List<String> names, Function<String, Object> make, boolean isListed) {
    prelude.defineLazily(names, arguments -> make.apply(arguments[0].asString()), isListed);
  }

  /** The program's global, undefined if there is none. */
  public GuestValue global(String name) {
    Value value = context.getBindings("js").getMember(name);
    return new GuestValue(this, value == null ? values.undefined() : value);
  }

  /** The names of the program's globals, its own and the shell's; not those of the language. */
  public Set<String> globalNames() {
    Set<String> names = new TreeSet<>(context.getBindings("js").getMemberKeys());
    names.addAll(HostFunctions.LAZY_GLOBALS);
    return names;
  }

  /**
   * The names of what a value has that is neither hidden nor every object's; none of a value of the
   * shell. May run the program's traps, so it is for {@link #guarded}.
   */
  public List<String> memberNames(GuestValue value) {
    if (value.isUndefined() || value.raw().isNull() || value.raw().isProxyObject()) {
      return List.of();
    }
    String names = prelude.function("memberNames").execute(value.raw()).asString();
    return names.isEmpty() ? List.of() : List.of(names.split(" "));
  }

  public GuestValues values() {
    return values;
  }

  /** A value that came from this engine, for looking at it from outside. */
  public GuestValue wrap(Value value) {
    return new GuestValue(this, value);
  }

  /** What {@code console.table} has to draw; null for a value that is no table. */
  public Value table(Value value, Value columns) {
    return prelude.function("table").execute(value, columns);
  }

  boolean isError(Value value) {
    return value.hasMembers() && prelude.function("isError").execute(value).asBoolean();
  }

  Inspector inspector() {
    if (inspector == null) {
      inspector = new Inspector(this, () -> prelude.function("tools").execute());
    }
    return inspector;
  }

  /**
   * Evaluates a program.
   *
   * @param name how places in it are named in errors: a file's name, or e.g. {@code <shell>}
   * @throws RuntimeException whatever our own code threw by mistake while it ran
   */
  public Evaluation evaluate(String text, String name, SourceKind kind) {
    String source = kind == SourceKind.INTERACTIVE ? TopLevel.redeclarable(text) : text;
    begin();
    Evaluation outcome;
    try {
      if (!source.equals(text)) {
        // Twice in one input is an error all the same, and so is a constant without a value.
        context.parse(source(text, name));
      }
      Value value = settled(context.eval(source(source, name)));
      outcome = new Evaluation.Completed(wrap(declared(value, text, kind)));
    } catch (PolyglotException e) {
      outcome = endings.of(e, new Errors.Text(name, text, source));
    } finally {
      end();
    }
    requireUsable();
    if (fault != null) {
      throw fault;
    }
    return exitCode.isPresent() ? new Evaluation.Exited(exitCode.getAsInt()) : outcome;
  }

  /**
   * Does work in Java that belongs to an evaluation, under the same limits and just as easy to
   * interrupt.
   *
   * @throws EndedException if the work threw an error of the program's or was stopped
   */
  public <T> T guarded(Supplier<T> work) {
    begin();
    try {
      T result = work.get();
      requireUsable();
      return result;
    } catch (PolyglotException e) {
      requireUsable();
      Evaluation outcome = endings.of(e, new Errors.Text("", "", ""));
      if (fault != null) {
        throw fault;
      }
      throw new EndedException(outcome);
    } finally {
      end();
    }
  }

  /**
   * Runs a program from inside another one, for {@code load}: what it throws goes on to the outer
   * program. Its names are not declarable again.
   */
  public Value run(String text, String name) {
    return context.eval(source(text, name));
  }

  /** Runs one of our own files in this world. */
  Value own(String name) {
    return context.eval(code.own(name));
  }

  /** What a line declares last is its value, as in mongosh. */
  private Value declared(Value value, String text, SourceKind kind) {
    if (kind != SourceKind.INTERACTIVE) {
      return value;
    }
    Value made = TopLevel.declaredLast(text).map(context.getBindings("js")::getMember).orElse(null);
    return made != null && made.canExecute() ? made : value;
  }

  /** The result of a promise that is fulfilled by now, as mongosh awaits what a line gives. */
  private Value settled(Value value) {
    if (!value.hasMembers() || value.isProxyObject() || !value.canInvokeMember("then")) {
      return value;
    }
    Value holder = prelude.function("settle").execute(value);
    return holder.isNull() || !holder.getMember("done").asBoolean()
        ? value
        : holder.getMember("value");
  }

  private static Source source(String text, String name) {
    return Source.newBuilder("js", text, name).buildLiteral();
  }

  private void begin() {
    if (depth++ > 0) {
      return;
    }
    if (statementsAreLimited) {
      context.resetLimits();
    }
    exitCode = OptionalInt.empty();
    fault = null;
    stopper.begin();
  }

  private void end() {
    if (--depth == 0) {
      stopper.end();
    }
  }

  /**
   * Where the last statement outside of all brackets begins, as an index into the text; where the
   * text begins if that cannot be told.
   */
  public static int lastStatement(String text) {
    return TopLevel.lastStatement(text);
  }

  /**
   * Loads what the first values will need, so that they come quickly: for the thread that started
   * the engine, while the user still reads.
   */
  public void warmUp() {
    BsonDocument document = new BsonDocument("_id", new BsonObjectId(new ObjectId(0, 0)));
    document.append("at", new BsonDateTime(0));
    Value value = (Value) values.toGuest(document);
    values.toBson(value);
    inspector().node(value, InspectOptions.PROMPT);
  }

  /** Whether the text is a whole program, decided without running it. */
  public Completeness completeness(String text) {
    SourceScanner scanner = SourceScanner.of(text);
    switch (scanner.end()) {
      case TEMPLATE:
      case BLOCK_COMMENT:
        return Completeness.INCOMPLETE;
      case STRING:
        return Completeness.BROKEN;
      case CODE:
        break;
    }
    if (scanner.isEmpty()) {
      return Completeness.EMPTY;
    }
    try {
      context.parse(source(TopLevel.redeclarable(text), "<shell>"));
      return Completeness.COMPLETE;
    } catch (PolyglotException e) {
      return e.isIncompleteSource() ? Completeness.INCOMPLETE : Completeness.BROKEN;
    }
  }

  /**
   * Stops the running evaluation, which ends as {@link Evaluation.Interrupted}; the engine can be
   * used afterwards. May be called from any thread; does nothing when nothing runs.
   */
  public void interrupt() {
    stopper.interrupt();
  }

  /**
   * Done, with how it ended, when an evaluation goes on although it was told to stop. The engine
   * cannot be used afterwards, the thread that runs it goes on for ever, and {@link #requireUsable}
   * refuses the program whatever it asks for.
   */
  public CompletableFuture<Evaluation> givenUp() {
    return stopper.givenUp();
  }

  /**
   * @throws IllegalStateException if the program was given up: what it does counts no more
   */
  public void requireUsable() {
    if (stopper.givenUp().isDone()) {
      throw new IllegalStateException("this program was given up");
    }
  }

  /**
   * An error to throw into the program: {@code throw engine.error(…)}. The program can catch it; it
   * is an {@code instanceof Error}.
   *
   * @param fields become properties of it, e.g. {@code code}, {@code codeName}
   * @param hint a line shown after it; empty for none
   */
  public RuntimeException error(
      EvaluationError.Kind kind, String name, String message, BsonDocument fields, String hint) {
    try {
      prelude
          .function("fail")
          .execute(name, message, values.toGuest(fields), new ErrorDetails(kind, hint, fields));
    } catch (PolyglotException e) {
      return e;
    }
    return new IllegalStateException("the prelude did not throw " + name);
  }

  /** As {@link #error}, for a wrong call. */
  public RuntimeException error(ShellInputException e) {
    return error(
        EvaluationError.Kind.SHELL_INPUT,
        e.name(),
        e.getMessage(),
        new BsonDocument(),
        e.hint().orElse(""));
  }

  /**
   * Throws JavaScript's own error for calling what an object does not have, in the words users
   * know: {@code db.c.save is not a function}. Does nothing if all objects have it, or if the call
   * is one that may fail, {@code rs.foo?.()}.
   *
   * @param name of the member that is called
   */
  public void refuseCall(String name) {
    try {
      prelude.function("refuseCall").executeVoid(name, name);
    } catch (PolyglotException e) {
      if (!Errors.isOptionalCall(name, e)) {
        prelude.function("refuseCall").executeVoid(name, Errors.calledName(name, e));
      }
    }
  }

  /** Ends the evaluation as {@link Evaluation.Exited}: {@code throw engine.exit(code)}. */
  public RuntimeException exit(int code) {
    exitCode = OptionalInt.of(code);
    return error(EvaluationError.Kind.JAVASCRIPT, "Exit", "exit " + code, new BsonDocument(), "");
  }

  /**
   * Remembers a mistake of our own, which the program must not be able to hide by catching it. Once
   * the program was told to stop, what our code throws is the engine's way of stopping it.
   */
  public RuntimeException fault(RuntimeException mistake) {
    if (fault == null && !stopper.isAsked()) {
      fault = mistake;
    }
    return mistake;
  }

  /** Why a value could not be written as text: a cycle, too deep, or a getter that threw. */
  RuntimeException unstorable(Value value, PolyglotException cause) {
    return inspector().unstorable(value, cause);
  }

  @Override
  public void close() {
    stopper.close();
    context.close(true);
  }
}
