package shardsh.benchmark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The floor: maps, a hash index, a tree index, predicates compiled once, a bounded heap. What is
 * possible without clever storage; no product.
 */
public final class PlainJava {
  private static final int FIRST = 10;

  private List<Map<String, Object>> documents = List.of();
  private Map<Object, Map<String, Object>> byId = Map.of();
  private TreeMap<Integer, Map<String, Object>> ordered = new TreeMap<>();

  public static void main(String[] arguments) {
    new PlainJava().run();
  }

  private void run() {
    List<Map<String, Object>> orders = Orders.maps();
    Stopwatch.time("insert", () -> insert(orders));
    orders.clear();
    Stopwatch.heap("heap");
    int[] ids = Orders.lookups();
    Stopwatch.time("lookups", () -> lookUp(ids));
    Stopwatch.time("range", this::range);
    Predicate<Map<String, Object>> filter =
        field("status", equalTo("shipped"))
            .and(field("total", atLeast(300)))
            .and(field("customerId", below(5000)));
    Stopwatch.time("filter", () -> filter(filter));
    Stopwatch.time("sort", this::sorted);
    Stopwatch.time("group", this::grouped);
    Stopwatch.time("unwind", this::unwound);
    List<Map<String, Object>> customers = Orders.maps(Orders.customers());
    List<Map<String, Object>> small = Orders.maps(Orders.small());
    Stopwatch.time("join", () -> joined(customers, small));
  }

  private Object insert(List<Map<String, Object>> orders) {
    documents = new ArrayList<>();
    byId = new HashMap<>();
    ordered = new TreeMap<>();
    for (Map<String, Object> order : orders) {
      Map<String, Object> copy = copy(order);
      if (byId.putIfAbsent(copy.get("_id"), copy) != null) {
        throw new IllegalStateException("duplicate " + copy.get("_id"));
      }
      ordered.put((Integer) copy.get("_id"), copy);
      documents.add(copy);
    }
    return documents.size();
  }

  private static Map<String, Object> copy(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>(map.size() * 2);
    map.forEach((name, value) -> copy.put((String) name, copyValue(value)));
    return copy;
  }

  private static Object copyValue(Object value) {
    if (value instanceof Map<?, ?> map) {
      return copy(map);
    }
    if (!(value instanceof List<?> list)) {
      return value;
    }
    List<Object> copy = new ArrayList<>(list.size());
    for (Object element : list) {
      copy.add(copyValue(element));
    }
    return copy;
  }

  private Object lookUp(int[] ids) {
    int found = 0;
    for (int id : ids) {
      found += byId.get(id) == null ? 0 : 1;
    }
    return found;
  }

  private Object range() {
    return new ArrayList<>(ordered.subMap(Orders.RANGE_FROM, true, Orders.RANGE_TO, false).values())
        .size();
  }

  private Object filter(Predicate<Map<String, Object>> filter) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (Map<String, Object> document : documents) {
      if (filter.test(document)) {
        found.add(document);
      }
    }
    return found.size();
  }

  private Object sorted() {
    Comparator<Map<String, Object>> order =
        Comparator.<Map<String, Object>>comparingDouble(document -> total(document));
    PriorityQueue<Map<String, Object>> best = new PriorityQueue<>(order);
    for (Map<String, Object> document : documents) {
      if (best.size() < FIRST) {
        best.add(document);
      } else if (total(document) > total(best.peek())) {
        best.poll();
        best.add(document);
      }
    }
    List<Map<String, Object>> sorted = new ArrayList<>(best);
    sorted.sort(order.reversed());
    return sorted.stream().map(one -> one.get("_id").toString()).collect(Collectors.joining(","));
  }

  private Object grouped() {
    TreeMap<String, double[]> groups = new TreeMap<>();
    for (Map<String, Object> document : documents) {
      if (document.get("orderDate") instanceof Long at && at >= Orders.GROUPED_FROM) {
        double[] group =
            groups.computeIfAbsent((String) document.get("status"), key -> new double[2]);
        group[0]++;
        group[1] += total(document);
      }
    }
    double[] first = groups.firstEntry().getValue();
    return groups.size() + ":" + (int) first[0] + ":" + Math.round(first[1]);
  }

  private Object unwound() {
    HashMap<Object, long[]> groups = new HashMap<>();
    for (Map<String, Object> document : documents) {
      for (Object item : (List<?>) document.get("items")) {
        Map<?, ?> fields = (Map<?, ?>) item;
        groups.computeIfAbsent(fields.get("sku"), key -> new long[1])[0] +=
            ((Number) fields.get("qty")).longValue();
      }
    }
    return groups.size() + ":" + new TreeMap<>(groups).firstEntry().getValue()[0];
  }

  private static Object joined(
      List<Map<String, Object>> customers, List<Map<String, Object>> small) {
    HashMap<Object, List<Object>> orders = new HashMap<>();
    for (Map<String, Object> order : small) {
      orders.computeIfAbsent(order.get("customerId"), key -> new ArrayList<>()).add(order);
    }
    int found = 0;
    List<Object> joined = new ArrayList<>();
    for (Map<String, Object> customer : customers) {
      Map<String, Object> copy = new LinkedHashMap<>(customer);
      List<Object> own = orders.getOrDefault(customer.get("_id"), List.of());
      copy.put("orders", own);
      found += own.size();
      joined.add(copy);
    }
    return joined.size() + ":" + found;
  }

  private static double total(Map<String, Object> document) {
    return ((Number) document.get("total")).doubleValue();
  }

  /** A predicate on a field's value, or on an element of it, as MongoDB has it. */
  private static Predicate<Map<String, Object>> field(String name, Predicate<Object> predicate) {
    return document -> {
      Object value = document.get(name);
      return predicate.test(value)
          || (value instanceof List<?> list && list.stream().anyMatch(predicate));
    };
  }

  private static Predicate<Object> equalTo(String text) {
    return value -> value instanceof String && text.equals(value);
  }

  private static Predicate<Object> atLeast(double bound) {
    return value -> value instanceof Number number && number.doubleValue() >= bound;
  }

  private static Predicate<Object> below(double bound) {
    return value -> value instanceof Number number && number.doubleValue() < bound;
  }
}
