package shardsh.shell;

/**
 * A quick look at whether brackets, a template literal or a block comment are open in a text that
 * grows line by line. It does not know regular expressions from divisions, so it may be wrong about
 * a bracket in one; only the engine decides.
 */
final class OpenBrackets {
  private int depth;
  private boolean inComment;
  private boolean inTemplate;

  void read(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      char next = i + 1 < line.length() ? line.charAt(i + 1) : 0;
      if (inComment) {
        if (c == '*' && next == '/') {
          inComment = false;
          i++;
        }
      } else if (c == '\\') {
        i++;
      } else if (inTemplate) {
        inTemplate = c != '`';
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '/' && next == '/') {
        return;
      } else if (c == '/' && next == '*') {
        inComment = true;
        i++;
      } else if (c == '`') {
        inTemplate = true;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else {
        depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      }
    }
  }

  boolean areOpen() {
    return depth > 0 || inComment || inTemplate;
  }
}
