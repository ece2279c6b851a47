package shardsh.render;

import java.util.List;

/**
 * A picture of the cluster. Draws with box characters on the width it is given; {@link Diagrams}
 * turns the lines into ASCII where needed.
 */
@FunctionalInterface
interface Diagram {
  List<StyledLine> draw(Scene scene, int width);
}
