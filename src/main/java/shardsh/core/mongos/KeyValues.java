package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * A set of values as the second opinion keeps it: the places in the order of all values where the
 * set begins and ends, in turn. A place lies just before a value or just after it.
 */
final class KeyValues {
  static final KeyValues NONE = new KeyValues(List.of());
  static final KeyValues ALL =
      new KeyValues(List.of(before(new BsonMinKey()), after(new BsonMaxKey())));

  /** Just before or just after a value. */
  private record Place(BsonValue value, boolean after) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = BsonOrder.SIMPLE.compare(value, other.value);
      return order != 0 ? order : Boolean.compare(after, other.after);
    }
  }

  /** One run of values. */
  record Piece(BsonValue low, BsonValue high, boolean highIncluded) {}

  private final List<Place> places;

  private KeyValues(List<Place> places) {
    this.places = List.copyOf(places);
  }

  private static Place before(BsonValue value) {
    return new Place(value, false);
  }

  private static Place after(BsonValue value) {
    return new Place(value, true);
  }

  static KeyValues one(BsonValue value) {
    return new KeyValues(List.of(before(value), after(value)));
  }

  static KeyValues between(
      BsonValue low, boolean lowIncluded, BsonValue high, boolean highIncluded) {
    Place from = lowIncluded ? before(low) : after(low);
    Place to = highIncluded ? after(high) : before(high);
    return from.compareTo(to) < 0 ? new KeyValues(List.of(from, to)) : NONE;
  }

  /** What is not in the set. */
  KeyValues others() {
    List<Place> turned = new ArrayList<>(places);
    for (Place end : ALL.places) {
      if (!turned.remove(end)) {
        turned.add(end);
      }
    }
    turned.sort(null);
    return new KeyValues(turned);
  }

  KeyValues and(KeyValues other) {
    return combined(other, 2);
  }

  KeyValues or(KeyValues other) {
    return combined(other, 1);
  }

  /** Where at least so many of the two sets are. */
  private KeyValues combined(KeyValues other, int wanted) {
    List<Place> result = new ArrayList<>();
    int i = 0;
    int j = 0;
    int inside = 0;
    while (i < places.size() || j < other.places.size()) {
      Place next = i < places.size() ? places.get(i) : null;
      Place theirs = j < other.places.size() ? other.places.get(j) : null;
      if (next == null || theirs != null && theirs.compareTo(next) < 0) {
        next = theirs;
      }
      int was = inside;
      if (i < places.size() && places.get(i).compareTo(next) == 0) {
        inside += i % 2 == 0 ? 1 : -1;
        i++;
      }
      if (j < other.places.size() && other.places.get(j).compareTo(next) == 0) {
        inside += j % 2 == 0 ? 1 : -1;
        j++;
      }
      if (was >= wanted != inside >= wanted) {
        result.add(next);
      }
    }
    return new KeyValues(result);
  }

  boolean isEmpty() {
    return places.isEmpty();
  }

  /** The only value there is, if there is only one. */
  Optional<BsonValue> single() {
    boolean one =
        places.size() == 2
            && !places.get(0).after()
            && places.get(1).after()
            && BsonOrder.SIMPLE.equal(places.get(0).value(), places.get(1).value());
    return one ? Optional.of(places.get(0).value()) : Optional.empty();
  }

  List<Piece> pieces() {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < places.size(); i += 2) {
      pieces.add(
          new Piece(places.get(i).value(), places.get(i + 1).value(), places.get(i + 1).after()));
    }
    return pieces;
  }

  BsonValue lowest() {
    return places.get(0).value();
  }

  BsonValue highest() {
    return places.get(places.size() - 1).value();
  }
}
