package shardsh.render;

import java.util.Objects;

/** A piece of one line with one meaning. Holds no line end. */
public record Span(String text, Role role) {
  public Span {
    Objects.requireNonNull(text);
    Objects.requireNonNull(role);
  }

  public static Span plain(String text) {
    return new Span(text, Role.PLAIN);
  }
}
