package shardsh.shell;

import shardsh.js.api.ShellApi;

/** Whether a program seems to use the cluster, guessed from the names in it. */
final class ClusterUse {

  private ClusterUse() {}

  static boolean seemsIn(String text) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i < text.length() && Character.isJavaIdentifierPart(text.charAt(i))) {
        continue;
      }
      String name = text.substring(start, i);
      if (ShellApi.isGlobal(name) || DirectWords.isWord(name)) {
        return true;
      }
      start = i + 1;
    }
    return false;
  }
}
