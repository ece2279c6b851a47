package shardsh.lesson;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A few words in both languages. */
record Phrase(String en, String zh) {

  /** The same in each language: names and numbers. */
  static Phrase of(String both) {
    return new Phrase(both, both);
  }

  /** One after the other, with commas. */
  static Phrase join(List<Phrase> phrases) {
    return new Phrase(
        phrases.stream().map(Phrase::en).distinct().collect(Collectors.joining(", ")),
        phrases.stream().map(Phrase::zh).distinct().collect(Collectors.joining("，")));
  }

  Text text() {
    Map<String, String> byLocale = new LinkedHashMap<>();
    byLocale.put("en", en);
    byLocale.put("zh", zh);
    return new Text(byLocale);
  }
}
