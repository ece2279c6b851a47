package shardsh.cli;

import shardsh.render.AnsiWriter;
import shardsh.render.Motion;
import shardsh.script.Witness;
import shardsh.terminal.Recording;

/** Puts into a recording what a run without a screen does not write. */
record RecordingWitness(Recording recording, AnsiWriter ansi) implements Witness {
  @Override
  public void typed(String prompt, String input) {
    recording.input(prompt, input);
  }

  @Override
  public void moved(Motion motion, double speed) {
    recording.motion(motion, speed, ansi);
  }
}
