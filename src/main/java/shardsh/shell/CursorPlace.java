package shardsh.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * Where the cursor stands in an input, read from the text before it: what is being typed, which
 * call it is an argument of, and at which place in the documents and arrays of that argument.
 *
 * @param spot what is being typed
 * @param typed the part of it that is there
 * @param start where that part begins; in a string behind the quote
 * @param chain what stands before the dot, for a member; else empty
 * @param call the call whose arguments are being typed
 * @param steps from that argument inward to the cursor
 */
record CursorPlace(
    Spot spot, String typed, int start, List<Link> chain, Optional<Call> call, List<Step> steps) {

  /** What is being typed. */
  enum Spot {
    /** A name, or nothing yet. */
    NAME,
    /** The name behind a dot. */
    MEMBER,
    /** The inside of a string. */
    STRING,
    /** What nobody can help with: a comment, a number, a regular expression, behind a string. */
    OTHER
  }

  /**
   * A part of an expression such as {@code db.getSiblingDB("shop").orders}.
   *
   * @param isCall whether arguments follow it
   * @param text the first argument, or the index, if that is a string
   */
  record Link(String name, boolean isCall, Optional<String> text) {}

  /**
   * A call whose bracket is open.
   *
   * @param callee what is called, e.g. {@code db, orders, find}
   * @param argument which argument the cursor is in, from 0
   * @param earlier the arguments before
   */
  record Call(List<Link> callee, int argument, List<Typed> earlier) {
    /** What is called, without what it belongs to. */
    String method() {
      return callee.get(callee.size() - 1).name();
    }

    /** What it belongs to. */
    List<Link> owner() {
      return callee.subList(0, callee.size() - 1);
    }
  }

  /** A document or an array around the cursor. */
  sealed interface Step {}

  /**
   * The value of a field.
   *
   * @param before the fields before it in the same document
   * @param all also those behind it
   */
  record InField(String name, Typed.Fields before, Typed.Fields all) implements Step {}

  /**
   * The name of a field.
   *
   * @param before the fields before it in the same document
   * @param all also those behind it
   */
  record AtField(Typed.Fields before, Typed.Fields all) implements Step {}

  /**
   * An element of an array.
   *
   * @param before the elements before it
   */
  record InArray(List<Typed> before) implements Step {}

  /** Whether the name of a field of a document is being typed. */
  boolean isFieldName() {
    return !steps.isEmpty() && steps.get(steps.size() - 1) instanceof AtField;
  }

  static CursorPlace of(String before) {
    return new Reader(before).read();
  }

  /**
   * The same, with the fields that documents around the cursor have behind it.
   *
   * @param after the text behind the cursor
   */
  static CursorPlace of(String before, String after) {
    CursorPlace place = of(before);
    return after.isBlank() || place.steps.isEmpty()
        ? place
        : place.with(new Reader(before + after).around(before.length()));
  }

  /**
   * @param around the fields of the documents around the cursor, none for an array; from the inmost
   */
  private CursorPlace with(List<Typed.Fields> around) {
    List<Step> more = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      int outward = steps.size() - 1 - i;
      if (outward >= around.size() || step instanceof InArray) {
        more.add(step);
      } else if (step instanceof InField field) {
        more.add(new InField(field.name(), field.before(), around.get(outward)));
      } else if (step instanceof AtField field) {
        more.add(new AtField(field.before(), around.get(outward)));
      }
    }
    return new CursorPlace(spot, typed, start, chain, call, List.copyOf(more));
  }

  private static final class Reader {
    private static final String BLOCK_AFTER = ");}";
    private static final List<String> BLOCK_WORDS = List.of("else", "do", "try", "finally");

    private final String text;
    private final Deque<CursorFrame> frames = new ArrayDeque<>();

    /** The last piece that is no space or comment; null at the beginning. */
    private Token last;

    private Token beforeLast;

    Reader(String text) {
      this.text = text;
      frames.push(new CursorFrame('\0', List.of(), true));
    }

    CursorPlace read() {
      List<Token> tokens = InputTokens.of(text);
      int count = tokens.size();
      Token end = count == 0 ? null : tokens.get(count - 1);
      boolean isTyping = end != null && (end.kind() == Kind.WORD || isOpen(end));
      for (int i = 0; i < (isTyping ? count - 1 : count); i++) {
        take(tokens.get(i));
      }
      if (!isTyping) {
        boolean isOver =
            end != null && end.kind() == Kind.NUMBER || last != null && last.kind() == Kind.STRING;
        return place(isOver ? Spot.OTHER : behindDot() ? Spot.MEMBER : Spot.NAME, text.length());
      }
      if (end.kind() == Kind.STRING) {
        return place(Spot.STRING, end.start() + 1);
      }
      if (end.kind() != Kind.WORD) {
        return place(Spot.OTHER, text.length());
      }
      return place(behindDot() ? Spot.MEMBER : Spot.NAME, end.start());
    }

    private static boolean isOpen(Token token) {
      return token.isOpen();
    }

    /** What is around a place in the middle of the text, without what is being typed there. */
    List<Typed.Fields> around(int cursor) {
      List<CursorFrame> here = new ArrayList<>();
      String typed = "";
      boolean isPast = false;
      for (Token token : InputTokens.of(text)) {
        if (!isPast && token.end() > cursor) {
          isPast = true;
          frames.forEach(here::add);
          boolean spans = token.start() < cursor && token.kind() == Kind.STRING;
          typed = spans ? unquoted(token) : token.start() < cursor ? token.in(text) : "";
        }
        take(token);
      }
      frames.forEach(CursorFrame::end);
      List<Typed.Fields> around = new ArrayList<>();
      for (CursorFrame frame : here) {
        if (frame.bracket == '{' || frame.bracket == '[' && frame.owner.isEmpty()) {
          Map<String, Typed> fields = new LinkedHashMap<>(frame.fields);
          fields.remove(typed);
          around.add(new Typed.Fields(fields));
        }
      }
      return around;
    }

    private boolean behindDot() {
      return last != null && last.kind() == Kind.MARK && text.charAt(last.start()) == '.';
    }

    private CursorPlace place(Spot spot, int start) {
      List<Step> steps = new ArrayList<>();
      Optional<Call> call = Optional.empty();
      Iterator<CursorFrame> outward = frames.iterator();
      while (outward.hasNext() && call.isEmpty()) {
        CursorFrame frame = outward.next();
        if (frame.isBlock) {
          break;
        }
        switch (frame.bracket) {
          case '{' -> steps.add(0, frame.step());
          case '[' -> {
            if (frame.owner.isEmpty()) {
              steps.add(0, new InArray(List.copyOf(frame.elements)));
            } else {
              call = Optional.of(new Call(indexing(frame.owner), 0, List.of()));
            }
          }
          default -> {
            if (!frame.owner.isEmpty()) {
              List<Typed> earlier = List.copyOf(frame.elements);
              call = Optional.of(new Call(frame.owner, earlier.size(), earlier));
            }
          }
        }
      }
      List<Link> chain =
          spot == Spot.MEMBER ? List.copyOf(frames.element().chain) : List.<Link>of();
      return new CursorPlace(spot, text.substring(start), start, chain, call, List.copyOf(steps));
    }

    /** {@code db["} takes what {@code db.getCollection("} takes. */
    private static List<Link> indexing(List<Link> owner) {
      List<Link> callee = new ArrayList<>(owner);
      callee.add(new Link("[", false, Optional.empty()));
      return callee;
    }

    private void take(Token token) {
      if (token.kind() == Kind.SPACE || token.kind() == Kind.COMMENT) {
        return;
      }
      CursorFrame frame = frames.element();
      switch (token.kind()) {
        case WORD -> word(frame, token.in(text));
        case STRING -> {
          frame.forget();
          frame.lastText = unquoted(token);
          frame.lastValue = new Typed.Text(frame.lastText);
        }
        case NUMBER -> {
          frame.forget();
          frame.lastValue = new Typed.Plain(token.in(text));
        }
        case MARK -> mark(frame, text.charAt(token.start()));
        default -> frame.forget();
      }
      beforeLast = last;
      last = token;
    }

    private String unquoted(Token token) {
      String inside = text.substring(token.start() + 1, token.end());
      return token.isOpen() ? inside : inside.substring(0, inside.length() - 1);
    }

    private void word(CursorFrame frame, String word) {
      if (!behindDot()) {
        frame.chain = new ArrayList<>();
      } else if (frame.chain.isEmpty()) {
        // Behind the dot of something that is no chain of names, e.g. [1, 2].map.
        frame.chain.add(new Link("", false, Optional.empty()));
      }
      frame.chain.add(new Link(word, false, Optional.empty()));
      frame.lastText = word;
      frame.lastValue = new Typed.Plain(word);
    }

    private void mark(CursorFrame frame, char c) {
      switch (c) {
        case '.' -> {}
        case '?' -> frame.lastValue = Typed.UNKNOWN;
        case '(', '[', '{' -> open(frame, c);
        case ')', ']', '}' -> close(c);
        case ',' -> frame.nextEntry();
        case ':' -> {
          if (frame.bracket == '{' && !frame.isBlock && frame.field == null) {
            frame.field = frame.lastText;
          }
          frame.forget();
        }
        default -> frame.forget();
      }
    }

    private void open(CursorFrame frame, char c) {
      boolean follows =
          last != null
              && (last.kind() == Kind.WORD
                  || last.kind() == Kind.MARK && ")]".indexOf(text.charAt(last.start())) >= 0);
      List<Link> owner = c != '{' && follows ? frame.chain : List.<Link>of();
      frames.push(new CursorFrame(c, List.copyOf(owner), c == '{' && isBlockHere(frame)));
    }

    private boolean isBlockHere(CursorFrame frame) {
      if (last == null) {
        return true;
      }
      if (last.kind() == Kind.WORD) {
        return BLOCK_WORDS.contains(last.in(text)) || frame.isBlock && !isExpressionWord();
      }
      if (last.kind() != Kind.MARK) {
        return false;
      }
      char c = text.charAt(last.start());
      boolean isArrow =
          c == '>'
              && beforeLast != null
              && beforeLast.end() == last.start()
              && text.charAt(beforeLast.start()) == '=';
      return isArrow || BLOCK_AFTER.indexOf(c) >= 0 || c == '{' && frame.isBlock;
    }

    private boolean isExpressionWord() {
      return List.of("return", "typeof", "in", "of", "case", "throw").contains(last.in(text));
    }

    private void close(char c) {
      if (frames.size() == 1) {
        return;
      }
      CursorFrame closed = frames.pop();
      List<Link> inside = closed.chain;
      Typed value = closed.value();
      CursorFrame outer = frames.element();
      outer.lastText = "";
      outer.lastValue = value;
      if (closed.owner.isEmpty() || c == '}') {
        outer.chain = c == ')' ? new ArrayList<>(inside) : new ArrayList<>();
        return;
      }
      List<Link> chain = new ArrayList<>(closed.owner);
      Optional<String> first =
          closed.elements.isEmpty() ? Optional.empty() : closed.elements.get(0).asText();
      if (c == ']') {
        chain.add(new Link(first.orElse(""), false, Optional.empty()));
      } else {
        Link called = chain.remove(chain.size() - 1);
        chain.add(new Link(called.name(), true, first.filter(text -> !text.isEmpty())));
      }
      outer.chain = chain;
    }
  }
}
