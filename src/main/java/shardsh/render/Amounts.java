package shardsh.render;

import java.util.Locale;

/** Sizes, counts and times as diagrams show them. */
final class Amounts {
  private static final double MEBIBYTE = 1024.0 * 1024.0;
  private static final long KIBIBYTE = 1024;
  private static final long GIGABYTES_FROM = 10L * 1024 * 1024 * 1024;

  private Amounts() {}

  /** {@code 35 MB}, {@code 126.9 MB}, {@code 12 KB}, {@code 900 B}. One MB is 2^20 bytes. */
  static String size(long bytes) {
    if (bytes >= GIGABYTES_FROM) {
      return String.format(Locale.ROOT, "%,.1f GB", bytes / MEBIBYTE / KIBIBYTE);
    }
    if (bytes >= 0.05 * MEBIBYTE) {
      return megabytes(bytes) + " MB";
    }
    return bytes >= KIBIBYTE ? bytes / KIBIBYTE + " KB" : bytes + " B";
  }

  /** The same without a fraction where that is less than a tenth of it. */
  static String roundedSize(long bytes) {
    boolean rounds = bytes >= 10 * MEBIBYTE && bytes < GIGABYTES_FROM;
    return rounds ? count(Math.round(bytes / MEBIBYTE)) + " MB" : size(bytes);
  }

  /** {@code 35}, {@code 126.9}. */
  static String megabytes(long bytes) {
    double rounded = Math.round(bytes / MEBIBYTE * 10) / 10.0;
    return rounded == Math.rint(rounded)
        ? count((long) rounded)
        : String.format(Locale.ROOT, "%,.1f", rounded);
  }

  /** {@code 1,234,567}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 1 chunk}, {@code 3 chunks}. */
  static String count(long count, String noun) {
    return count(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** A span of time in at most two units: {@code 850 ms}, {@code 4.2 s}, {@code 15 min}. */
  static String duration(long millis) {
    if (millis < 0) {
      return "0 ms";
    }
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return trimmed(millis / 1000.0) + " s";
    }
    if (millis < 3_600_000) {
      return twoUnits(millis, 60_000, "min", 1000, "s");
    }
    return millis < 86_400_000
        ? twoUnits(millis, 3_600_000, "h", 60_000, "min")
        : twoUnits(millis, 86_400_000, "d", 3_600_000, "h");
  }

  private static String twoUnits(long millis, long big, String bigUnit, long small, String unit) {
    long rest = millis % big / small;
    return millis / big + " " + bigUnit + (rest == 0 ? "" : " " + rest + " " + unit);
  }

  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Each part's share of their sum in whole percent; together 100, unless all are 0. */
  static int[] percentages(long[] parts) {
    return shares(parts, 100);
  }

  /**
   * Each part's share of a whole in whole units; together all of it, unless all parts are 0. What
   * rounding down leaves goes to the largest remainders, the first of equals.
   */
  static int[] shares(long[] parts, int whole) {
    int[] shares = new int[parts.length];
    long total = 0;
    for (long part : parts) {
      total += part;
    }
    if (total <= 0) {
      return shares;
    }
    double[] remainders = new double[parts.length];
    int left = whole;
    for (int i = 0; i < parts.length; i++) {
      double exact = (double) whole * parts[i] / total;
      shares[i] = (int) exact;
      remainders[i] = exact - shares[i];
      left -= shares[i];
    }
    for (; left > 0; left--) {
      int largest = 0;
      for (int i = 1; i < parts.length; i++) {
        largest = remainders[i] > remainders[largest] ? i : largest;
      }
      shares[largest]++;
      remainders[largest] = -1;
    }
    return shares;
  }

  /** A bar of so many cells, of which the share is filled; any share above 0 shows. */
  static String bar(double share, int cells) {
    int filled = (int) Math.round(Math.min(1, Math.max(0, share)) * cells);
    if (share > 0 && filled == 0) {
      filled = 1;
    }
    return "█".repeat(filled) + "░".repeat(cells - filled);
  }
}
