package shardsh.shell;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is typed as a value, as far as that can be read off the text; nothing is evaluated. */
sealed interface Typed {
  /** Nothing, or what says nothing without being evaluated. */
  Typed UNKNOWN = new Plain("");

  /** A document, or what there is of it. */
  record Fields(Map<String, Typed> values) implements Typed {
    public Fields {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    Set<String> names() {
      return values.keySet();
    }

    Typed get(String name) {
      return values.getOrDefault(name, UNKNOWN);
    }
  }

  /** An array, or what there is of it. */
  record Elements(List<Typed> values) implements Typed {
    public Elements {
      values = List.copyOf(values);
    }
  }

  /** A string. */
  record Text(String text) implements Typed {}

  /** A name or a number, as typed. */
  record Plain(String text) implements Typed {}

  /** The string, if it is one. */
  default Optional<String> asText() {
    return this instanceof Text text ? Optional.of(text.text()) : Optional.empty();
  }

  /** The value of a field; unknown if this is no document. */
  default Typed field(String name) {
    return this instanceof Fields fields ? fields.get(name) : UNKNOWN;
  }
}
