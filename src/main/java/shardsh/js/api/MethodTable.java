package shardsh.js.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The methods of one class of API objects, found by their annotation. A class may spread its
 * methods over several parts.
 */
final class MethodTable {
  /** A method and the place of the part that has it. {@code method} is null if not modelled. */
  record Entry(String name, Method method, ShellMethod info, int part) {

    Object call(Object target, Args args) {
      try {
        return method.invoke(target, args);
      } catch (InvocationTargetException e) {
        throw unwrapped(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("cannot call " + method, e);
      }
    }

    private static RuntimeException unwrapped(Throwable cause) {
      if (cause instanceof Error error) {
        throw error;
      }
      return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }
  }

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  MethodTable(List<Class<?>> parts) {
    for (int i = 0; i < parts.size(); i++) {
      addPart(parts.get(i), i);
    }
    List<String> order = new ArrayList<>();
    for (Class<?> part : parts) {
      HelpOrder given = part.getAnnotation(HelpOrder.class);
      if (given != null) {
        order.addAll(List.of(given.value()));
      }
    }
    List<Entry> sorted = new ArrayList<>(entries.values());
    sorted.sort(
        Comparator.comparingInt((Entry entry) -> place(order, entry.name()))
            .thenComparing(Entry::name));
    entries.clear();
    sorted.forEach(entry -> entries.put(entry.name(), entry));
  }

  private static int place(List<String> order, String name) {
    int place = order.indexOf(name);
    return place < 0 ? order.size() : place;
  }

  private void addPart(Class<?> type, int part) {
    List<Entry> found = new ArrayList<>();
    for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        ShellMethod info = method.getAnnotation(ShellMethod.class);
        if (info != null) {
          method.setAccessible(true);
          found.add(new Entry(nameOf(method), method, info, part));
        }
      }
      NotModelled missing = at.getAnnotation(NotModelled.class);
      if (missing != null) {
        for (String name : missing.value()) {
          found.add(new Entry(name, null, null, part));
        }
      }
    }
    found.forEach(entry -> entries.putIfAbsent(entry.name(), entry));
  }

  /** Names that Java reserves end in an underscore. */
  private static String nameOf(Method method) {
    String name = method.getName();
    return name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
  }

  /** The method, or null. */
  Entry find(String name) {
    return entries.get(name);
  }

  List<String> names() {
    return List.copyOf(entries.keySet());
  }

  /** In the order of help. */
  List<MethodInfo> infos() {
    List<MethodInfo> infos = new ArrayList<>();
    for (Entry entry : entries.values()) {
      infos.add(
          entry.info() == null
              ? new MethodInfo(entry.name(), entry.name() + "()", "", "", false, false)
              : new MethodInfo(
                  entry.name(),
                  entry.info().usage(),
                  entry.info().before(),
                  entry.info().help(),
                  !entry.info().listed() || !entry.info().deprecated().isEmpty(),
                  entry.info().modelled()));
    }
    return infos;
  }
}
