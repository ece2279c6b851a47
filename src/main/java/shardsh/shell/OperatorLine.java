package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.CursorPlace.InArray;
import shardsh.shell.CursorPlace.InField;
import shardsh.shell.CursorPlace.Spot;
import shardsh.shell.CursorPlace.Step;

/** An example of the operator that is being typed, or its argument, and what it does. */
final class OperatorLine {
  private final ShellObjects objects;

  /** The operator furthest in, with what is said about it there. */
  private record Inmost(String name, OperatorTexts.About about) {}

  OperatorLine(ShellObjects objects) {
    this.objects = objects;
  }

  /** Empty where no operator surrounds the cursor that is known there. */
  Optional<StyledLine> at(CursorPlace cursor) {
    Slot slot = cursor.call().map(this::slot).orElse(Slot.NONE);
    Inmost inmost = null;
    for (Step step : cursor.steps()) {
      if (step instanceof InField field) {
        inmost = found(slot, field.name(), inmost);
        slot = slot.ofField(field.name());
      } else if (step instanceof InArray) {
        slot = slot.ofArray();
      }
    }
    if (cursor.spot() == Spot.NAME && cursor.isFieldName()) {
      inmost = found(slot, cursor.typed(), inmost);
    }
    return Optional.ofNullable(inmost).map(OperatorLine::line);
  }

  private Slot slot(Call call) {
    return objects
        .of(call.owner())
        .map(known -> ArgumentSlots.of(known.kind(), call.method(), call.argument()))
        .orElse(Slot.NONE);
  }

  private static Inmost found(Slot slot, String name, Inmost before) {
    for (String family : slot.families()) {
      Optional<OperatorTexts.About> about = OperatorTexts.of(family, name);
      if (about.isPresent()) {
        return new Inmost(name, about.get());
      }
    }
    return before;
  }

  private static StyledLine line(Inmost inmost) {
    HelpTopics.Row example = inmost.about().example();
    int start = example.head().indexOf(inmost.name());
    int end = start + inmost.name().length();
    String value = example.text().isEmpty() ? "" : "  " + example.text();
    List<Span> spans = new ArrayList<>();
    spans.add(new Span(example.head().substring(0, start), Role.DIM));
    spans.add(new Span(example.head().substring(start, end), Role.MATCH));
    spans.add(
        new Span(
            example.head().substring(end) + value + "  " + inmost.about().sentence(), Role.DIM));
    return new StyledLine(spans);
  }
}
