package shardsh.core.pipeline.stage;

import shardsh.core.base.ErrorCode;

/** Errors inside replies of writes. */
final class WriteFailures {
  private WriteFailures() {}

  static ErrorCode code(int code) {
    return code == ErrorCode.DUPLICATE_KEY.code()
        ? ErrorCode.DUPLICATE_KEY
        : code == ErrorCode.DOCUMENT_VALIDATION_FAILURE.code()
            ? ErrorCode.DOCUMENT_VALIDATION_FAILURE
            : ErrorCode.location(code);
  }
}
