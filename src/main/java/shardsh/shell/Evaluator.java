package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import shardsh.core.base.CommandException;
import shardsh.js.EndedException;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.js.ShellInputException;
import shardsh.js.SourceKind;
import shardsh.render.Role;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** From a text to what is printed of it, as if there were no lessons. */
final class Evaluator {
  private final LiveSession session;
  private final SessionSettings settings;
  private final SessionEngine engine;
  private final Supplier<ScreenProfile> screen;
  private final World world;
  private final SessionHost host;
  private final LastValue last;

  Evaluator(
      LiveSession session,
      SessionSettings settings,
      SessionEngine engine,
      Supplier<ScreenProfile> screen) {
    this.session = session;
    this.settings = settings;
    this.engine = engine;
    this.screen = screen;
    this.world = session.world();
    this.host = session.host();
    this.last = new LastValue(session.config(), engine, () -> screen.get().width());
  }

  /** What the last text came to. */
  LastValue last() {
    return last;
  }

  /**
   * Evaluates a text to its end; one that cannot be stopped is left behind, and what ends a shell
   * that was started from another goes back to that one.
   */
  Submission submit(ScriptText text, ShellOutput output) {
    host.interrupts().clear();
    if (!engine.await(host.interrupts())) {
      return Submission.ended(Outcome.INTERRUPTED, Failures.interrupted());
    }
    Submission submission =
        engine.run(() -> submitted(text, output)).orElseGet(() -> leftBehind(text));
    return submission.outcome() == Outcome.QUIT && text.kind() == ScriptText.Kind.PROMPT
        ? left(submission)
        : submission;
  }

  private Submission left(Submission quit) {
    Optional<SessionHost.Where> outer = host.leave();
    if (outer.isEmpty()) {
      return quit;
    }
    engine.api().connectTo(outer.get().connection(), outer.get().database());
    return Submission.done(
        List.of(StyledLine.of("back on " + outer.get().connection().uri(), Role.DIM)), false);
  }

  /** The text goes on for ever on a thread that nobody listens to; the session goes on without. */
  private Submission leftBehind(ScriptText text) {
    JsEngine left = engine.engine();
    world.lineIsDropped();
    engine.renew();
    Submission ended = finished(left.givenUp().join(), text);
    return Submission.ended(
        ended.outcome(),
        ended
            .failure()
            .orElseThrow()
            .withHint(
                "it could not be stopped and was left behind: the cluster is as before it,"
                    + " JavaScript variables are gone"));
  }

  private Submission submitted(ScriptText text, ShellOutput output) {
    Optional<DirectWords.Line> word =
        isProgram(text)
            ? Optional.empty()
            : DirectWords.match(MongoshLine.withoutShellPrompt(text.text()));
    Optional<OsCommand> command =
        isProgram(text) || word.isPresent() ? Optional.empty() : OsCommand.match(text.text());
    JsEngine current = engine.engine();
    host.begin(output, text.kind() == ScriptText.Kind.PROMPT);
    last.forget(word);
    if (text.kind() == ScriptText.Kind.PROMPT) {
      host.remember(text.text());
    }
    try {
      if (word.isPresent()) {
        return new WordRunner(session, settings.hints()).run(word.get(), text, output);
      }
      if (command.isPresent() && isBroken(current, text.text())) {
        return new WordRunner(session, settings.hints()).run(command.get());
      }
      Submission done = evaluate(current, text);
      return command.filter(os -> os.isNamelessIn(done)).isPresent()
          ? new WordRunner(session, settings.hints()).run(command.get())
          : done;
    } catch (CommandException | ShellInputException e) {
      return refused(e, text);
    } catch (EndedException e) {
      Submission ended = finished(e.outcome(), text);
      return ended.outcome() == Outcome.FAILED ? ended.placedAt(beginning(text)) : ended;
    }
  }

  /** What a text came to that threw a {@link CommandException} or {@link ShellInputException}. */
  static Submission refused(RuntimeException problem, ScriptText text) {
    Failure failure =
        problem instanceof ShellInputException e
            ? Failures.of(e.name(), e.getMessage(), e.hint())
            : Failures.of((CommandException) problem);
    return Submission.ended(Outcome.FAILED, failure.at(beginning(text)));
  }

  /** Does what a word says that was called from JavaScript. */
  void runWord(String line, ShellOutput output) {
    DirectWords.Line word = DirectWords.match(MongoshLine.withoutShellPrompt(line)).orElseThrow();
    Submission done =
        new WordRunner(session, settings.hints()).run(word, ScriptText.typed(line), output);
    done.value().forEach(output::print);
    done.failure()
        .ifPresent(
            failure -> {
              throw failure.asInputError();
            });
  }

  /**
   * Whether words count line by line: in a file, and in an {@code --eval} of several lines, of
   * which mongosh would take the first word and drop the rest.
   */
  static boolean isProgram(ScriptText text) {
    return text.kind() == ScriptText.Kind.FILE
        || text.kind() == ScriptText.Kind.EVAL && text.text().strip().indexOf('\n') >= 0;
  }

  private static boolean isBroken(JsEngine engine, String text) {
    return engine.completeness(text) == shardsh.js.Completeness.BROKEN;
  }

  /** Whether the text can be evaluated or needs further lines. */
  Completeness completeness(String text) {
    if (MongoshLine.isOne(text)) {
      return MongoshLine.completeness(text);
    }
    if (ProcessLine.isOne(text)
        || OsCommand.match(text).isPresent() && isBroken(engine.engine(), text)) {
      return text.endsWith("\\") ? Completeness.INCOMPLETE : Completeness.COMPLETE;
    }
    if (DirectWords.match(text).isPresent()) {
      return Completeness.COMPLETE;
    }
    return switch (engine.engine().completeness(text)) {
      case COMPLETE -> Completeness.COMPLETE;
      case INCOMPLETE -> Completeness.INCOMPLETE;
      case EMPTY -> Completeness.EMPTY;
      case BROKEN -> Completeness.BROKEN;
    };
  }

  /** Where the statement begins whose value is printed. */
  private static Place beginning(ScriptText text) {
    int start = JsEngine.lastStatement(text.text());
    String before = text.text().substring(0, start);
    int lineStart = before.lastIndexOf('\n') + 1;
    int line = (int) before.chars().filter(c -> c == '\n').count();
    String shown = text.text().substring(lineStart).lines().findFirst().orElse("");
    return new Place(text.source(), text.firstLine() + line, start - lineStart + 1, shown);
  }

  /** Evaluates JavaScript as a line of its own. */
  Submission evaluate(JsEngine current, ScriptText text) {
    SourceName name = new SourceName(text.source(), text.firstLine());
    SourceKind kind =
        text.kind() == ScriptText.Kind.FILE ? SourceKind.FILE : SourceKind.INTERACTIVE;
    String source = isProgram(text) ? FileWords.replaced(text.text()) : text.text();
    // Afterwards the field is there, and the zone may be gone.
    Optional<String> misspelt =
        settings.hints()
            ? new MisspeltUpdates(session)
                .hint(text.text())
                .or(() -> new UnknownParts(session).ofTaken(text.text()))
            : Optional.empty();
    world.lineBegins(text.text());
    Submission submission;
    try {
      submission = finished(current.evaluate(source, name.text(), kind), text);
    } finally {
      if (!current.givenUp().isDone()) {
        world.calledAlone(session.host().calls().onlyOne());
        world.lineEnds();
      }
    }
    if (submission.outcome() == Outcome.FAILED && world.thisLine().isEmpty()) {
      world.remark("The last line failed before it asked the cluster anything.");
    }
    Submission done = withRemarks(isProgram(text) ? submission.asWrittenIn(text) : submission);
    return settings.hints() && done.outcome() == Outcome.DONE
        ? withMeaning(done, text, misspelt)
        : done;
  }

  /**
   * Adds what may have been meant by a line that has found nothing, or names no such field.
   *
   * @param misspelt what there was to say before the line ran
   */
  private Submission withMeaning(Submission done, ScriptText text, Optional<String> misspelt) {
    return new NothingFound(session)
        .hint(host.calls().all(), text.text())
        .or(() -> misspelt)
        .or(() -> new QuietSlips(session.world().cluster().names()).ofKeys(text.text()))
        .or(() -> new BalancerWaits(session).hint(host.calls().all()))
        .or(() -> new MisspeltCommands(session).hint(text.text()))
        .or(() -> new MisspeltFields(session).hint(text.text()))
        .or(() -> new MisspeltSettings(session).hint(text.text()))
        .or(() -> new MisspeltMembers(session).hint(text.text(), done.isUndefined()))
        .map(hint -> done.withRemark(StyledLine.of("hint: " + hint, Role.HINT)))
        .orElse(done);
  }

  private Submission finished(Evaluation evaluation, ScriptText text) {
    if (evaluation instanceof Evaluation.Completed completed) {
      last.is(completed.value());
      return printed(completed.value(), text);
    }
    if (evaluation instanceof Evaluation.Failed failed) {
      last.is(failed.error());
      Optional<String> meant = new DidYouMean(session).of(failed.error(), text.text());
      return Submission.ended(
          failureOutcome(failed.error()),
          Failures.of(
              failed.error(),
              meant,
              Optional.of(session.world().cluster()),
              frames(failed.error(), text)));
    }
    if (evaluation instanceof Evaluation.LimitReached limit) {
      return limited(limit.limit());
    }
    if (evaluation instanceof Evaluation.Exited exited) {
      return Submission.quit(exited.code());
    }
    return Submission.ended(Outcome.INTERRUPTED, Failures.interrupted());
  }

  /** Where an error comes from, if the setting {@code showStackTraces} asks for that. */
  private List<StyledLine> frames(EvaluationError error, ScriptText text) {
    if (!session.config().isOn("showStackTraces")) {
      return List.of();
    }
    Optional<String> stack =
        engine
            .whileUsable(() -> error.thrown().flatMap(thrown -> thrown.text("stack")))
            .flatMap(found -> found);
    List<StyledLine> frames = Failures.frames(stack.orElse(""));
    // What a helper throws knows no calls.
    return frames.isEmpty() ? Failures.frames(beginning(text)) : frames;
  }

  private Submission limited(Evaluation.Limit limit) {
    Failure failure = Failures.of(limit, settings);
    if (limit != Evaluation.Limit.STATEMENTS) {
      return Submission.ended(Outcome.LIMIT, failure);
    }
    engine.renew();
    return Submission.ended(Outcome.LIMIT, failure.withHint("JavaScript variables are gone"));
  }

  private static Outcome failureOutcome(EvaluationError error) {
    boolean interrupted = error.codeName().filter("Interrupted"::equals).isPresent();
    return interrupted ? Outcome.INTERRUPTED : Outcome.FAILED;
  }

  private Submission printed(GuestValue value, ScriptText text) {
    if (text.kind() == ScriptText.Kind.FILE) {
      return Submission.done(List.of(), value.isUndefined());
    }
    boolean inFull = text.kind() == ScriptText.Kind.EVAL;
    // Looking at a value calls the traps and getters of the program.
    List<StyledLine> lines = engine.engine().guarded(() -> last.print(value, inFull));
    return Submission.done(
        text.isTyped() && host.isReplyDrawn()
            ? last.drawn(() -> host.takeReplyDrawn(screen.get(), settings.hints()))
            : lines,
        value.isUndefined());
  }

  /** Adds what the line did in the cluster, as far as the setting {@code trace} wants it. */
  private Submission withRemarks(Submission submission) {
    Pictures pictures = session.pictures();
    List<StyledLine> remarks =
        switch (session.config().text("trace")) {
          case "summary" -> host.drawn(screen.get()).orElseGet(pictures::routeLine);
          case "full" -> world.thisLine().isEmpty() ? List.of() : pictures.trace();
          default -> List.of();
        };
    return new Submission(
        submission.outcome(),
        submission.value(),
        submission.isUndefined(),
        submission.failure(),
        remarks,
        world.thisLine(),
        submission.exitStatus());
  }

  /** What {@code edit} begins with: the source of a function, or a value as it would be typed. */
  EditRequest toEdit(String what) {
    if (!EditRequest.isName(what)) {
      return new EditRequest("", what, what.isEmpty());
    }
    String source =
        "typeof NAME === 'function' ? NAME.toString() : EJSON.stringify(NAME, null, 2)"
            .replace("NAME", what);
    JsEngine current = engine.engine();
    Optional<String> content =
        engine
            .whileUsable(() -> current.evaluate(source, "edit", SourceKind.FILE))
            .filter(Evaluation.Completed.class::isInstance)
            .flatMap(done -> ((Evaluation.Completed) done).value().asText());
    return new EditRequest(what, content.orElse(""), false);
  }

  /** See {@link ShellSession#lastAsJson}. */
  Submission lastAsJson(boolean canonical) {
    try {
      return last.asJson(canonical);
    } catch (EndedException e) {
      return finished(e.outcome(), ScriptText.typed(""));
    }
  }
}
