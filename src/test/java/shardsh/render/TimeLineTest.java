package shardsh.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLineTest {

  @Test
  void timesBelowEachOtherStandApartFromTheLongestName() {
    List<TimeLine.Step> steps =
        List.of(
            new TimeLine.Step("1 initializing", "●", "+0 ms", Role.OK),
            new TimeLine.Step("2 cloning", "▶", "+1 s", Role.MOVED),
            TimeLine.Step.absent("3 committing", false),
            TimeLine.Step.absent("4 never", true));

    assertEquals(
        """
        ● 1 initializing  +0 ms
        ▶ 2 cloning       +1 s
        ○ 3 committing
        × 4 never         never\
        """
            .indent(2)
            .stripTrailing(),
        String.join(
            "\n",
            TimeLine.of(steps, Scene.of(Scenes.start()), 40).stream()
                .map(StyledLine::text)
                .toList()));
  }
}
