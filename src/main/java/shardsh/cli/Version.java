package shardsh.cli;

import java.util.Optional;

/** The program's version, as the jar says it. */
final class Version {
  private Version() {}

  static String text() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
