package shardsh.script.report;

/** A writer of one format. */
public interface Report {

  /**
   * The whole report, ending with a line end.
   *
   * @param millis what the run took; 0 unless times are wanted
   */
  String write(Grade grade, long millis);
}
