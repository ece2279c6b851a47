package shardsh.script;

import shardsh.render.Motion;

/** Who sees of a run without a screen what a screen would have shown besides its output. */
public interface Witness {

  /** An input is about to run. */
  void typed(String prompt, String input);

  /**
   * Messages travelled.
   *
   * @param speed 1 for the usual one
   */
  void moved(Motion motion, double speed);
}
