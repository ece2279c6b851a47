package shardsh.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs each kind of work in processes of their own, the floor and ours in turn, and prints the
 * medians beside what they may be. Argument: the number of rounds (3).
 */
public final class Benchmarks {
  private static final List<String> PROCESSES =
      List.of(
          "PlainJava",
          "ThreeShards",
          "ChunkMap",
          "ChunkCommands",
          "BalancerRounds",
          "ScriptedLookups",
          "Keystrokes");

  /** Figures of all rounds by {@code process name}. */
  private final Map<String, List<Double>> figures = new TreeMap<>();

  private final Map<String, String> results = new TreeMap<>();

  private Benchmarks() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    Benchmarks benchmarks = new Benchmarks();
    for (int round = 0; round < rounds; round++) {
      for (String process : PROCESSES) {
        benchmarks.run(process);
      }
      benchmarks.runScript();
    }
    benchmarks.print();
  }

  private void run(String process) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx2g",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            "shardsh.benchmark." + process);
    for (String line : output(command)) {
      // The name may have blanks and so may the result; the figure between them has six decimals.
      String[] parts = line.split(" (?=\\d+\\.\\d{6} )|(?<=\\.\\d{6}) ", 3);
      add(process + " " + parts[0], Double.parseDouble(parts[1]));
      results.put(process + " " + parts[0], parts[2]);
    }
  }

  /** The whole program on a script that makes and inserts the orders. */
  private void runScript() throws IOException, InterruptedException {
    Path program = Path.of("target", "shardsh");
    if (!Files.isExecutable(program)) {
      return;
    }
    Path script = Path.of("src", "test", "resources", "benchmark", "orders.js");
    List<String> command = List.of(program.toString(), script.toString());
    long start = System.nanoTime();
    List<String> printed = output(command);
    add("program script", (System.nanoTime() - start) / 1e6);
    results.put("program script", String.join(" ", printed));
  }

  private static List<String> output(List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<String> lines;
    try (var reader = process.inputReader()) {
      lines = reader.lines().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(command + " failed: " + lines);
    }
    return lines;
  }

  private void add(String name, double figure) {
    figures.computeIfAbsent(name, key -> new ArrayList<>()).add(figure);
  }

  private double median(String name) {
    List<Double> all = new ArrayList<>(figures.getOrDefault(name, List.of(Double.NaN)));
    all.sort(Double::compare);
    return all.get(all.size() / 2);
  }

  private void print() {
    row("work", "floor", "ours", "at most", "");
    for (String name :
        List.of(
            "insert", "heap", "lookups", "range", "filter", "sort", "group", "unwind", "join")) {
      double floor = median("PlainJava " + name);
      double most =
          switch (name) {
            case "insert" -> 2 * floor;
            case "heap" -> 100;
            case "lookups" -> 43;
            case "range" -> 2;
            case "filter" -> 1.5 * floor;
            case "group" -> 2.5 * floor;
            case "join" -> 8;
            default -> 3 * floor;
          };
      String result = results.get("ThreeShards " + name);
      String same = result.equals(results.get("PlainJava " + name)) ? "" : "DIFFERENT RESULT";
      row(name, shown(floor), shown(median("ThreeShards " + name)), shown(most), same);
    }
    row("lookups from JavaScript", "", shown(median("ScriptedLookups lookups")), "600", "");
    row("script, whole process", "", shown(median("program script")), "mongosh", "");
    row("echo of a key, 99th percentile", "", shown(median("Keystrokes echo p99")), "16", "");
    row("first Tab", "", shown(median("Keystrokes first Tab")), "100", "");
    for (Map.Entry<String, List<Double>> one : figures.entrySet()) {
      if (one.getKey().startsWith("Chunk") || one.getKey().startsWith("Balancer")) {
        row(one.getKey(), "", shown(median(one.getKey())), "", results.get(one.getKey()));
      }
    }
  }

  private static String shown(double figure) {
    return String.format(Locale.ROOT, figure < 10 ? "%.3f" : "%.1f", figure);
  }

  private static void row(String... cells) {
    System.out.printf(
        Locale.ROOT, "%-38s %10s %10s %10s %s%n", cells[0], cells[1], cells[2], cells[3], cells[4]);
  }
}
