package shardsh.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Orders of three items each, 236 bytes of BSON on average, always the same ones. */
final class Orders {
  static final int COUNT = 100_000;
  static final int LOOKUPS = 10_000;
  static final int JOINED = 1000;

  /** Orders from here on are grouped: 1 April 2024. */
  static final long GROUPED_FROM = 1_711_929_600_000L;

  static final int RANGE_FROM = 50_000;
  static final int RANGE_TO = 51_000;

  private static final String[] STATUS = {
    "new", "paid", "packed", "shipped", "delivered", "returned", "cancelled", "lost"
  };
  private static final long START_MILLIS = 1_704_067_200_000L;
  private static final int SEED = 42;
  private static final int LOOKUP_SEED = 99;

  /** A shift register, as simple to write in other languages. */
  private static final class Numbers {
    private int state;

    Numbers(int seed) {
      state = seed;
    }

    int below(int bound) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (int) ((state & 0xFFFFFFFFL) % bound);
    }
  }

  private Orders() {}

  static List<BsonDocument> documents() {
    Numbers numbers = new Numbers(SEED);
    List<BsonDocument> orders = new ArrayList<>(COUNT);
    for (int i = 0; i < COUNT; i++) {
      orders.add(document(i, numbers));
    }
    return orders;
  }

  private static BsonDocument document(int id, Numbers numbers) {
    BsonDocument order = new BsonDocument("_id", new BsonInt32(id));
    order.append("customerId", new BsonInt32(numbers.below(10_000)));
    order.append("orderDate", new BsonDateTime(START_MILLIS + numbers.below(31_536_000) * 1000L));
    order.append("status", new BsonString(STATUS[numbers.below(STATUS.length)]));
    List<BsonDocument> items = new ArrayList<>();
    int cents = 0;
    for (int k = 0; k < 3; k++) {
      String sku = "S" + (1000 + numbers.below(500));
      int quantity = 1 + numbers.below(5);
      int price = 100 + numbers.below(9900);
      cents += quantity * price;
      items.add(
          new BsonDocument("sku", new BsonString(sku))
              .append("qty", new BsonInt32(quantity))
              .append("price", new BsonDouble(price / 100.0)));
    }
    return order
        .append("total", new BsonDouble(cents / 100.0))
        .append("items", new BsonArray(items));
  }

  static List<Map<String, Object>> maps() {
    List<Map<String, Object>> orders = new ArrayList<>(COUNT);
    documents().forEach(order -> orders.add(map(order)));
    return orders;
  }

  private static Map<String, Object> map(BsonDocument document) {
    Map<String, Object> map = new LinkedHashMap<>();
    document.forEach((name, value) -> map.put(name, plain(value)));
    return map;
  }

  private static Object plain(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> map(value.asDocument());
      case ARRAY -> value.asArray().stream().map(Orders::plain).toList();
      case INT32 -> value.asInt32().getValue();
      case DOUBLE -> value.asDouble().getValue();
      case STRING -> value.asString().getValue();
      default -> value.asDateTime().getValue();
    };
  }

  /** Customers to be joined with {@link #small}. */
  static List<BsonDocument> customers() {
    List<BsonDocument> customers = new ArrayList<>(JOINED);
    for (int i = 0; i < JOINED; i++) {
      customers.add(
          new BsonDocument("_id", new BsonInt32(i))
              .append("name", new BsonString("customer " + i))
              .append("city", new BsonString("city " + i % 50)));
    }
    return customers;
  }

  /** Orders of these customers. */
  static List<BsonDocument> small() {
    Numbers numbers = new Numbers(LOOKUP_SEED);
    List<BsonDocument> small = new ArrayList<>(JOINED);
    for (int i = 0; i < JOINED; i++) {
      small.add(
          new BsonDocument("_id", new BsonInt32(i))
              .append("customerId", new BsonInt32(numbers.below(JOINED)))
              .append("total", new BsonDouble(numbers.below(100_000) / 100.0)));
    }
    return small;
  }

  static List<Map<String, Object>> maps(List<BsonDocument> documents) {
    return documents.stream().map(Orders::map).toList();
  }

  /** The ids that are looked up, in order. */
  static int[] lookups() {
    Numbers numbers = new Numbers(LOOKUP_SEED);
    int[] ids = new int[LOOKUPS];
    for (int i = 0; i < LOOKUPS; i++) {
      ids[i] = numbers.below(COUNT);
    }
    return ids;
  }
}
