package shardsh.shell;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import shardsh.lesson.Check;
import shardsh.lesson.Finding;

/** What was tried in a step so far: misses, hints shown, checks noticed, mistakes told. */
final class StepTries {
  /** After so many misses a hint is offered. */
  private static final int PATIENCE = 3;

  private final Set<String> noticed = new LinkedHashSet<>();

  /** Those that hold since before the first text, which nobody has to reach. */
  private final Set<String> given = new LinkedHashSet<>();

  private boolean measured;

  /** The checks of which it was said what they lack. */
  private final Set<String> lacking = new LinkedHashSet<>();

  /** How little of each check was missing at best. */
  private final Map<String, Integer> least = new LinkedHashMap<>();

  private int misses;
  private int hintsShown;
  private boolean warned;
  private String mistake = "";
  private String mistaken = "";
  private int solved;

  /** What undoing a line brings back. */
  record Mark(int misses, int solved, Map<String, Integer> least) {}

  Mark mark() {
    return new Mark(misses, solved, new LinkedHashMap<>(least));
  }

  void backTo(Mark mark) {
    misses = mark.misses();
    solved = mark.solved();
    least.clear();
    least.putAll(mark.least());
    mistake = "";
  }

  /** The step begins. */
  void clear() {
    noticed.clear();
    given.clear();
    measured = false;
    lacking.clear();
    least.clear();
    misses = 0;
    hintsShown = 0;
    warned = false;
    mistake = "";
    solved = 0;
  }

  /** Whether that check has not been noticed before; from now on it has. */
  boolean isNew(String check) {
    return noticed.add(check);
  }

  /** Whether it was not said before what that check lacks; from now on it was. */
  boolean isNewLack(String check) {
    return lacking.add(check);
  }

  /** Forgets those that have been noticed and do not hold any more; gives them. */
  List<String> lost(List<LessonRun.State> states) {
    List<String> lost =
        states.stream()
            .filter(state -> !state.finding().isPassed())
            .map(state -> state.check().id())
            .filter(noticed::contains)
            .toList();
    lost.forEach(noticed::remove);
    return lost;
  }

  /** Whether it is known how the step began. */
  boolean isMeasured() {
    return measured;
  }

  /** Takes note of how the step begins: what holds already is no step forward. */
  void begin(List<LessonRun.State> states) {
    measured = true;
    measure(states);
    for (LessonRun.State state : states) {
      if (state.finding().isPassed()) {
        noticed.add(state.check().id());
        given.add(state.check().id());
      }
    }
  }

  /** What held from the start and does not hold any more is to be reached like the others. */
  void seekWhatIsLost(List<LessonRun.State> states) {
    for (LessonRun.State state : states) {
      if (!state.finding().isPassed() && given.remove(state.check().id())) {
        noticed.remove(state.check().id());
      }
    }
  }

  /** Whether a check that holds has done so since before the first text. */
  boolean isGiven(Check check) {
    return given.contains(check.id());
  }

  /** Takes note of how much is missing; gives whether it is less of some check than ever. */
  boolean measure(List<LessonRun.State> states) {
    boolean nearer = false;
    for (LessonRun.State state : states) {
      if (state.finding().status() == Finding.Status.FAILED) {
        int missing = state.finding().missing();
        Integer before = least.get(state.check().id());
        nearer |= before != null && missing < before;
        least.merge(state.check().id(), missing, Math::min);
      }
    }
    return nearer;
  }

  /** Whether a text is the next part of a way that leads to the goal. */
  boolean isNextOf(List<String> way, String text) {
    boolean isNext = solved < way.size() && bare(way.get(solved)).equals(bare(text));
    solved += isNext ? 1 : 0;
    return isNext;
  }

  /** A text without what does not matter in it. */
  static String bare(String text) {
    return text.replaceAll("\\s+", "").replace('\'', '"').replaceAll(";+$", "");
  }

  /** Something was reached; misses before it are forgiven. */
  void progress() {
    misses = 0;
  }

  /** One more miss; gives whether a hint may be offered. */
  boolean missed(int hints) {
    misses++;
    return misses % PATIENCE == 0 && hintsShown < hints;
  }

  /**
   * Whether a mistake is to be told: not twice for the same text in a row, and not again only
   * because what it did is still there.
   *
   * @param said its words; empty when none was made
   * @param made whether this text may have made it, and not an earlier one
   */
  boolean isToBeTold(String said, String text, boolean made) {
    boolean again = !bare(text).equals(mistaken) && made;
    boolean told = !said.isEmpty() && (!said.equals(mistake) || again);
    mistake = said;
    mistaken = bare(text);
    return told;
  }

  int hintsShown() {
    return hintsShown;
  }

  void hintShown() {
    hintsShown++;
  }

  /** Whether a warning that the last hint comes is due; it is given once. */
  boolean isWarningDue() {
    boolean due = !warned;
    warned = true;
    return due;
  }
}
