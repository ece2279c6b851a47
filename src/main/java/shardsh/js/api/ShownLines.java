package shardsh.js.api;

import java.util.List;
import shardsh.js.OpaqueObject;
import shardsh.render.StyledLine;

/** Lines as a value: printed as they are when they are a line's value. */
final class ShownLines extends OpaqueObject {
  private final List<StyledLine> lines;

  ShownLines(List<StyledLine> lines) {
    this.lines = List.copyOf(lines);
  }

  List<StyledLine> lines() {
    return lines;
  }

  @Override
  public String display() {
    return "[Text]";
  }
}
