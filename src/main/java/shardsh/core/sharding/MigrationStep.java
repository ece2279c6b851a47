package shardsh.core.sharding;

/**
 * The six steps of a move as the sharding page counts them, in order. Source: architecture, section
 * 11.
 */
public enum MigrationStep {
  START("start", "migrate.start"),
  CLONE("clone", "migrate.clone"),
  CATCH_UP("catch up", "migrate.catchup"),
  CRITICAL_SECTION("critical section", "migrate.critical"),
  COMMIT("commit", "migrate.commit"),
  CLEAN_UP("clean up", "migrate.cleanup");

  private final String text;
  private final String task;

  MigrationStep(String text, String task) {
    this.text = text;
    this.task = task;
  }

  /** The page's name for it. */
  public String text() {
    return text;
  }

  /** What the step is called in lists of what is to do: the kind of its event. */
  public String task() {
    return task;
  }

  /** Its number on the page, from 1. */
  public int number() {
    return ordinal() + 1;
  }

  /** The step after it; the last one follows itself. */
  public MigrationStep next() {
    return this == CLEAN_UP ? CLEAN_UP : values()[ordinal() + 1];
  }
}
