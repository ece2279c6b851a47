package shardsh.lesson;

/** The number at the top of every file that says how to read it. */
final class Formats {
  private static final int NEWEST = 1;

  private Formats() {}

  /**
   * Whether the file's format is one we read; a newer one is a fault, and the only one worth
   * saying.
   */
  static boolean isOurs(SourceNode file, Faults faults) {
    boolean newer = file.whole("format").filter(format -> format > NEWEST).isPresent();
    if (newer) {
      SourceNode format = file.get("format").orElseThrow();
      faults.add(
          format,
          "format " + format.raw() + " is newer than this program, which knows " + NEWEST,
          "update shardsh");
    }
    return !newer;
  }
}
