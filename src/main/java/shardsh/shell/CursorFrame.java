package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One open bracket around the cursor, with what was read of its inside. */
final class CursorFrame {
  final char bracket;

  /** What stands before it: what is called or indexed; empty for none. */
  final List<CursorPlace.Link> owner;

  final boolean isBlock;
  final List<Typed> elements = new ArrayList<>();
  final Map<String, Typed> fields = new LinkedHashMap<>();
  List<CursorPlace.Link> chain = new ArrayList<>();
  String field;

  /** The name or string that was read last. */
  String lastText = "";

  Typed lastValue = Typed.UNKNOWN;

  CursorFrame(char bracket, List<CursorPlace.Link> owner, boolean isBlock) {
    this.bracket = bracket;
    this.owner = owner;
    this.isBlock = isBlock;
  }

  /** The step that a document around the cursor is. */
  CursorPlace.Step step() {
    Typed.Fields before = new Typed.Fields(fields);
    return field == null
        ? new CursorPlace.AtField(before, before)
        : new CursorPlace.InField(field, before, before);
  }

  void nextEntry() {
    if (field != null) {
      fields.put(field, lastValue);
    } else {
      elements.add(lastValue);
    }
    field = null;
    forget();
  }

  void forget() {
    lastText = "";
    lastValue = Typed.UNKNOWN;
    chain = new ArrayList<>();
  }

  /** Takes the entry that no comma follows. */
  void end() {
    if (field != null || lastValue != Typed.UNKNOWN) {
      nextEntry();
    }
  }

  /** What the bracket and all in it is, once it is closed. */
  Typed value() {
    Typed last = lastValue;
    end();
    if (bracket == '{') {
      return isBlock ? Typed.UNKNOWN : new Typed.Fields(fields);
    }
    if (!owner.isEmpty()) {
      return Typed.UNKNOWN;
    }
    return bracket == '[' ? new Typed.Elements(elements) : last;
  }
}
