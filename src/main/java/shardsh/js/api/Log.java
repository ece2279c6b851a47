package shardsh.js.api;

/** {@code log}: this shell writes no log file. */
@NotModelled({"info", "warn", "error", "fatal", "debug", "getPath"})
final class Log extends ApiObject {

  Log(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "ShellLog";
  }

  @Override
  String callPrefix() {
    return "log.";
  }
}
