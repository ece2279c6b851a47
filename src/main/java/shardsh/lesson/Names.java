package shardsh.lesson;

/** Which words can name what. */
final class Names {
  private Names() {}

  /**
   * Letters, digits, {@code _} and {@code -}, no digit or dash first; not the word for the user.
   */
  static boolean isNode(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
      boolean inner = i > 0 && (c >= '0' && c <= '9' || c == '-');
      if (!letter && !inner) {
        return false;
      }
    }
    return !name.isEmpty() && !name.equals("app");
  }

  /** The manual's rule for names of databases; not one of the cluster's own. */
  static boolean isDatabase(String name) {
    for (int i = 0; i < name.length(); i++) {
      if ("/\\. \"$*<>:|?\0".indexOf(name.charAt(i)) >= 0) {
        return false;
      }
    }
    return !name.isEmpty()
        && name.length() < 64
        && !name.equals("admin")
        && !name.equals("local")
        && !name.equals("config");
  }
}
