package shardsh.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * How long a key takes to show on the screen of the built program, in a terminal of its own, with
 * 10,000 documents and 1,000 chunks in the cluster: from the moment it is sent to the first byte
 * that comes back.
 */
public final class Keystrokes {
  private static final int DOCUMENTS = 10_000;
  private static final int CHUNKS = 1_000;
  private static final int LINES = 12;
  private static final int BETWEEN_MILLIS = 8;

  private static final String LOAD =
      """
      sh.shardCollection('shop.big', {customerId: 1});
      for (let i = 1; i < CHUNKS; i++) sh.splitAt('shop.big', {customerId: i * 10});
      for (let i = 0; i < DOCUMENTS; i += 1000) {
        const batch = [];
        for (let k = i; k < i + 1000; k++) {
          batch.push({customerId: k, status: 'new', address: {city: 'Ulm', zip: k}});
        }
        db.big.insertMany(batch);
      }
      db.big.findOne({customerId: 5});
      sh.moveChunk('shop.big', {customerId: 5}, 's0').ok
      """
          .replace("CHUNKS", "" + CHUNKS)
          .replace("DOCUMENTS", "" + DOCUMENTS);

  private static final String LINE =
      "db.big.find({customerId: {$gte: 100, $lt: 300}, status: \"new\"}).sort({customerId: -1})";

  private final OutputStream keys;
  private final LinkedBlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();
  private final StringBuilder screen = new StringBuilder();

  private Keystrokes(Process process) {
    keys = process.getOutputStream();
    InputStream out = process.getInputStream();
    Thread reader = new Thread(() -> read(out), "screen");
    reader.setDaemon(true);
    reader.start();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path home = Files.createTempDirectory("shardsh-keys");
    Path built = Path.of("target", "shardsh").toAbsolutePath();
    if (!Files.isExecutable(built)) {
      return;
    }
    String program = built.toString();
    Path script = Files.writeString(home.resolve("load.js"), LOAD);
    String command =
        "stty cols 120 rows 40; exec '" + program + "' --quiet --shell '" + script + "'";
    ProcessBuilder builder = new ProcessBuilder("script", "-qfec", command, "/dev/null");
    builder.environment().put("TERM", "xterm-256color");
    builder.environment().put("SHARDSH_HOME", home.toString());
    Process process = builder.redirectErrorStream(true).start();
    try {
      new Keystrokes(process).measure();
    } finally {
      process.destroy();
    }
  }

  private void measure() throws IOException, InterruptedException {
    waitFor("shop> ");
    // A person needs as long to begin; the engine is up by then.
    TimeUnit.SECONDS.sleep(1);
    List<Double> tabs = new ArrayList<>();
    tabs.add(typeAndTab("db.big.find({sta"));
    List<Double> echoes = new ArrayList<>();
    for (int line = 0; line < LINES; line++) {
      for (char key : LINE.toCharArray()) {
        echoes.add(echo(String.valueOf(key)));
      }
      clear();
      tabs.add(typeAndTab(line % 2 == 0 ? "db.big.find({\"address.c" : "sh.moveChunk('shop.b"));
    }
    print("first Tab", tabs.get(0), "milliseconds");
    print("Tab p99", percentile(tabs, 0.99), tabs.size() + " times");
    print("echo p50", percentile(echoes, 0.5), echoes.size() + " keys");
    print("echo p99", percentile(echoes, 0.99), echoes.size() + " keys");
    print("echo max", percentile(echoes, 1), echoes.size() + " keys");
  }

  private double typeAndTab(String text) throws IOException, InterruptedException {
    for (char key : text.toCharArray()) {
      echo(String.valueOf(key));
    }
    double tab = echo("\t");
    clear();
    return tab;
  }

  private void clear() throws IOException, InterruptedException {
    echo("\u0015");
  }

  /** Milliseconds until something comes back. */
  private double echo(String key) throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
    arrivals.clear();
    long start = System.nanoTime();
    keys.write(key.getBytes(StandardCharsets.UTF_8));
    keys.flush();
    Long arrival = arrivals.poll(5, TimeUnit.SECONDS);
    if (arrival == null) {
      throw new IllegalStateException("nothing comes back for " + key + ":\n" + screen);
    }
    return (arrival - start) / 1e6;
  }

  private void read(InputStream out) {
    byte[] buffer = new byte[65_536];
    try {
      for (int count = out.read(buffer); count > 0; count = out.read(buffer)) {
        arrivals.add(System.nanoTime());
        synchronized (screen) {
          screen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
          screen.notifyAll();
        }
      }
    } catch (IOException e) {
      // The program has ended.
    }
  }

  private void waitFor(String text) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    synchronized (screen) {
      while (screen.indexOf(text) < 0) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("no prompt:\n" + screen);
        }
        screen.wait(100);
      }
    }
  }

  private static double percentile(List<Double> figures, double part) {
    List<Double> sorted = new ArrayList<>(figures);
    sorted.sort(Double::compare);
    return sorted.get(Math.min(sorted.size() - 1, (int) (part * sorted.size())));
  }

  private static void print(String name, double millis, String what) {
    System.out.printf(Locale.ROOT, "%s %.6f %s%n", name, millis, what);
  }
}
