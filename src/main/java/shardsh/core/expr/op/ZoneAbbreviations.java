package shardsh.core.expr.op;

import java.util.Map;
import java.util.TreeMap;

/** Abbreviations of time zones that may stand in a date's text, military letters among them. */
final class ZoneAbbreviations {
  private static final String LETTERS_EAST = "abcdefghiklm";
  private static final String LETTERS_WEST = "nopqrstuvwxy";
  private static final Map<String, Integer> MINUTES = new TreeMap<>();

  static {
    put(0, "utc", "gmt", "z", "wet", "ut", "zulu");
    put(60, "bst", "cet", "west", "wat", "met", "mez");
    put(120, "cest", "eet", "sast", "cat", "mest", "mesz", "ist");
    put(180, "eest", "msk", "eat", "idt");
    put(240, "msd");
    put(480, "awst", "hkt", "sgt");
    put(540, "jst", "kst");
    put(570, "acst");
    put(600, "aest");
    put(630, "acdt");
    put(660, "aedt");
    put(720, "nzst");
    put(780, "nzdt");
    put(-150, "ndt");
    put(-210, "nst");
    put(-180, "adt");
    put(-240, "edt", "ast");
    put(-300, "est", "cdt");
    put(-360, "cst", "mdt");
    put(-420, "mst", "pdt");
    put(-480, "pst", "akdt");
    put(-540, "akst", "hdt");
    put(-600, "hst");
    for (int i = 0; i < LETTERS_EAST.length(); i++) {
      put((i + 1) * 60, LETTERS_EAST.substring(i, i + 1));
      put(-(i + 1) * 60, LETTERS_WEST.substring(i, i + 1));
    }
  }

  private ZoneAbbreviations() {}

  private static void put(int minutes, String... names) {
    for (String name : names) {
      MINUTES.put(name, minutes);
    }
  }

  /** Minutes east of UTC by the abbreviation in small letters; null when unknown. */
  static Integer minutes(String name) {
    return MINUTES.get(name);
  }
}
