package shardsh.shell;

import shardsh.js.SharedCode;

/**
 * Sessions for lessons, one after the other or one on each of several threads, that share what they
 * have parsed: the first takes long, the next start in milliseconds.
 */
public final class LessonSessions implements AutoCloseable {
  private final SharedCode code = new SharedCode();

  /** A new session without a cluster, which the lesson brings; ended by {@link #end}. */
  public LiveSession open(SessionSettings settings) {
    return LiveSession.forLesson(settings, code::start);
  }

  /** Gives back what a session holds. */
  public void end(LiveSession session) {
    session.end();
  }

  @Override
  public void close() {
    code.close();
  }
}
