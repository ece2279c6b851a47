package shardsh.core.base;

import java.util.Optional;

/**
 * A server error: its number and its name. Source: the server's public list of error codes. Numbers
 * that have no name of their own are {@link #location(int)}.
 */
public record ErrorCode(int code, String codeName) {

  /** A refusal by text alone, as some old router code answers: no code and no name in the reply. */
  public static final ErrorCode NONE = new ErrorCode(0, "");

  public static final ErrorCode INTERNAL_ERROR = new ErrorCode(1, "InternalError");
  public static final ErrorCode BAD_VALUE = new ErrorCode(2, "BadValue");
  public static final ErrorCode HOST_UNREACHABLE = new ErrorCode(6, "HostUnreachable");
  public static final ErrorCode HOST_NOT_FOUND = new ErrorCode(7, "HostNotFound");
  public static final ErrorCode UNKNOWN_ERROR = new ErrorCode(8, "UnknownError");
  public static final ErrorCode FAILED_TO_PARSE = new ErrorCode(9, "FailedToParse");
  public static final ErrorCode UNAUTHORIZED = new ErrorCode(13, "Unauthorized");
  public static final ErrorCode TYPE_MISMATCH = new ErrorCode(14, "TypeMismatch");
  public static final ErrorCode OVERFLOW = new ErrorCode(15, "Overflow");
  public static final ErrorCode INVALID_LENGTH = new ErrorCode(16, "InvalidLength");
  public static final ErrorCode PROTOCOL_ERROR = new ErrorCode(17, "ProtocolError");
  public static final ErrorCode ILLEGAL_OPERATION = new ErrorCode(20, "IllegalOperation");
  public static final ErrorCode ALREADY_INITIALIZED = new ErrorCode(23, "AlreadyInitialized");
  public static final ErrorCode NAMESPACE_NOT_FOUND = new ErrorCode(26, "NamespaceNotFound");
  public static final ErrorCode INDEX_NOT_FOUND = new ErrorCode(27, "IndexNotFound");
  public static final ErrorCode PATH_NOT_VIABLE = new ErrorCode(28, "PathNotViable");
  public static final ErrorCode CONFLICTING_UPDATE_OPERATORS =
      new ErrorCode(40, "ConflictingUpdateOperators");
  public static final ErrorCode CURSOR_NOT_FOUND = new ErrorCode(43, "CursorNotFound");
  public static final ErrorCode CANNOT_BACKFILL_ARRAY = new ErrorCode(34, "CannotBackfillArray");
  public static final ErrorCode LOCK_BUSY = new ErrorCode(46, "LockBusy");
  public static final ErrorCode NAMESPACE_EXISTS = new ErrorCode(48, "NamespaceExists");
  public static final ErrorCode JS_INTERPRETER_FAILURE = new ErrorCode(139, "JSInterpreterFailure");
  public static final ErrorCode MAX_TIME_MS_EXPIRED = new ErrorCode(50, "MaxTimeMSExpired");
  public static final ErrorCode DOLLAR_PREFIXED_FIELD_NAME =
      new ErrorCode(52, "DollarPrefixedFieldName");
  public static final ErrorCode INVALID_ID_FIELD = new ErrorCode(53, "InvalidIdField");
  public static final ErrorCode NOT_SINGLE_VALUE_FIELD = new ErrorCode(54, "NotSingleValueField");
  public static final ErrorCode EMPTY_FIELD_NAME = new ErrorCode(56, "EmptyFieldName");
  public static final ErrorCode DOTTED_FIELD_NAME = new ErrorCode(57, "DottedFieldName");
  public static final ErrorCode COMMAND_NOT_FOUND = new ErrorCode(59, "CommandNotFound");
  public static final ErrorCode SHARD_KEY_NOT_FOUND = new ErrorCode(61, "ShardKeyNotFound");
  public static final ErrorCode MULTIPLE_ERRORS_OCCURRED =
      new ErrorCode(65, "MultipleErrorsOccurred");
  public static final ErrorCode IMMUTABLE_FIELD = new ErrorCode(66, "ImmutableField");
  public static final ErrorCode CANNOT_CREATE_INDEX = new ErrorCode(67, "CannotCreateIndex");
  public static final ErrorCode SHARD_NOT_FOUND = new ErrorCode(70, "ShardNotFound");
  public static final ErrorCode INVALID_OPTIONS = new ErrorCode(72, "InvalidOptions");
  public static final ErrorCode INVALID_NAMESPACE = new ErrorCode(73, "InvalidNamespace");
  public static final ErrorCode NODE_NOT_FOUND = new ErrorCode(74, "NodeNotFound");
  public static final ErrorCode NETWORK_TIMEOUT = new ErrorCode(89, "NetworkTimeout");
  public static final ErrorCode INDEX_OPTIONS_CONFLICT = new ErrorCode(85, "IndexOptionsConflict");
  public static final ErrorCode INDEX_KEY_SPECS_CONFLICT =
      new ErrorCode(86, "IndexKeySpecsConflict");
  public static final ErrorCode CANNOT_SPLIT = new ErrorCode(87, "CannotSplit");
  public static final ErrorCode NOT_YET_INITIALIZED = new ErrorCode(94, "NotYetInitialized");
  public static final ErrorCode OPERATION_FAILED = new ErrorCode(96, "OperationFailed");
  public static final ErrorCode INVALID_REPLICA_SET_CONFIG =
      new ErrorCode(93, "InvalidReplicaSetConfig");
  public static final ErrorCode WRITE_CONFLICT = new ErrorCode(112, "WriteConflict");
  public static final ErrorCode COMMAND_NOT_SUPPORTED = new ErrorCode(115, "CommandNotSupported");
  public static final ErrorCode CONFLICTING_OPERATION_IN_PROGRESS =
      new ErrorCode(117, "ConflictingOperationInProgress");
  public static final ErrorCode NAMESPACE_NOT_SHARDED = new ErrorCode(118, "NamespaceNotSharded");
  public static final ErrorCode DOCUMENT_VALIDATION_FAILURE =
      new ErrorCode(121, "DocumentValidationFailure");
  public static final ErrorCode NOT_A_REPLICA_SET = new ErrorCode(123, "NotAReplicaSet");
  public static final ErrorCode COMMAND_FAILED = new ErrorCode(125, "CommandFailed");
  public static final ErrorCode FAILED_TO_SATISFY_READ_PREFERENCE =
      new ErrorCode(133, "FailedToSatisfyReadPreference");
  public static final ErrorCode STALE_EPOCH = new ErrorCode(150, "StaleEpoch");
  public static final ErrorCode CHUNK_TOO_BIG = new ErrorCode(153, "ChunkTooBig");
  public static final ErrorCode ZONE_STILL_IN_USE = new ErrorCode(163, "ZoneStillInUse");
  public static final ErrorCode COMMAND_NOT_SUPPORTED_ON_VIEW =
      new ErrorCode(166, "CommandNotSupportedOnView");
  public static final ErrorCode INVALID_PIPELINE_OPERATOR =
      new ErrorCode(168, "InvalidPipelineOperator");
  public static final ErrorCode CANNOT_INDEX_PARALLEL_ARRAYS =
      new ErrorCode(171, "CannotIndexParallelArrays");
  public static final ErrorCode ZONE_NOT_FOUND = new ErrorCode(177, "ZoneNotFound");
  public static final ErrorCode RANGE_OVERLAP_CONFLICT = new ErrorCode(178, "RangeOverlapConflict");
  public static final ErrorCode NO_SUCH_KEY = new ErrorCode(4, "NoSuchKey");
  public static final ErrorCode NOT_EXACT_VALUE_FIELD = new ErrorCode(111, "NotExactValueField");
  public static final ErrorCode QUERY_FEATURE_NOT_ALLOWED =
      new ErrorCode(224, "QueryFeatureNotAllowed");
  public static final ErrorCode WRITE_CONCERN_FAILED = new ErrorCode(64, "WriteConcernFailed");
  public static final ErrorCode INVALID_UUID = new ErrorCode(207, "InvalidUUID");
  public static final ErrorCode STALE_DB_VERSION = new ErrorCode(249, "StaleDbVersion");
  public static final ErrorCode STALE_CHUNK_HISTORY = new ErrorCode(250, "StaleChunkHistory");
  public static final ErrorCode INCOMPLETE_TRANSACTION_HISTORY =
      new ErrorCode(217, "IncompleteTransactionHistory");
  public static final ErrorCode TRANSACTION_TOO_OLD = new ErrorCode(225, "TransactionTooOld");
  public static final ErrorCode SNAPSHOT_TOO_OLD = new ErrorCode(239, "SnapshotTooOld");
  public static final ErrorCode SNAPSHOT_UNAVAILABLE = new ErrorCode(246, "SnapshotUnavailable");
  public static final ErrorCode NO_SUCH_TRANSACTION = new ErrorCode(251, "NoSuchTransaction");
  public static final ErrorCode TRANSACTION_COMMITTED = new ErrorCode(256, "TransactionCommitted");
  public static final ErrorCode INVALID_RESUME_TOKEN = new ErrorCode(260, "InvalidResumeToken");
  public static final ErrorCode OPERATION_NOT_SUPPORTED_IN_TRANSACTION =
      new ErrorCode(263, "OperationNotSupportedInTransaction");
  public static final ErrorCode PREPARED_TRANSACTION_IN_PROGRESS =
      new ErrorCode(267, "PreparedTransactionInProgress");
  public static final ErrorCode MIGRATION_CONFLICT = new ErrorCode(272, "MigrationConflict");
  public static final ErrorCode CHANGE_STREAM_FATAL_ERROR =
      new ErrorCode(280, "ChangeStreamFatalError");
  public static final ErrorCode CHANGE_STREAM_HISTORY_LOST =
      new ErrorCode(286, "ChangeStreamHistoryLost");
  public static final ErrorCode EXCEEDED_TIME_LIMIT = new ErrorCode(262, "ExceededTimeLimit");
  public static final ErrorCode NOT_SECONDARY = new ErrorCode(95, "NotSecondary");
  public static final ErrorCode MAX_STALENESS_OUT_OF_RANGE =
      new ErrorCode(160, "MaxStalenessOutOfRange");
  public static final ErrorCode NOT_WRITABLE_PRIMARY = new ErrorCode(10107, "NotWritablePrimary");
  public static final ErrorCode NOT_PRIMARY_NO_SECONDARY_OK =
      new ErrorCode(13435, "NotPrimaryNoSecondaryOk");
  public static final ErrorCode NOT_PRIMARY_OR_SECONDARY =
      new ErrorCode(13436, "NotPrimaryOrSecondary");
  public static final ErrorCode ORPHANED_RANGE_CLEAN_UP_FAILED =
      new ErrorCode(265, "OrphanedRangeCleanUpFailed");
  public static final ErrorCode FAIL_POINT_SET_FAILED = new ErrorCode(266, "FailPointSetFailed");
  public static final ErrorCode BSON_OBJECT_TOO_LARGE = new ErrorCode(10334, "BSONObjectTooLarge");
  public static final ErrorCode DUPLICATE_KEY = new ErrorCode(11000, "DuplicateKey");
  public static final ErrorCode INTERRUPTED = new ErrorCode(11601, "Interrupted");
  public static final ErrorCode DATABASE_DIFFER_CASE = new ErrorCode(13297, "DatabaseDifferCase");
  public static final ErrorCode STALE_CONFIG = new ErrorCode(13388, "StaleConfig");
  public static final ErrorCode QUERY_EXCEEDED_MEMORY_LIMIT =
      new ErrorCode(292, "QueryExceededMemoryLimitNoDiskUseAllowed");
  public static final ErrorCode WOULD_CHANGE_OWNING_SHARD =
      new ErrorCode(283, "WouldChangeOwningShard");
  public static final ErrorCode RESHARD_COLLECTION_IN_PROGRESS =
      new ErrorCode(338, "ReshardCollectionInProgress");
  public static final ErrorCode NO_SUCH_RESHARD_COLLECTION =
      new ErrorCode(339, "NoSuchReshardCollection");
  public static final ErrorCode RESHARD_COLLECTION_COMMITTED =
      new ErrorCode(340, "ReshardCollectionCommitted");
  public static final ErrorCode RESHARD_COLLECTION_ABORTED =
      new ErrorCode(341, "ReshardCollectionAborted");
  public static final ErrorCode RESHARDING_CRITICAL_SECTION_TIMEOUT =
      new ErrorCode(342, "ReshardingCriticalSectionTimeout");
  public static final ErrorCode MISSING_FIELD = location(40414);
  public static final ErrorCode UNKNOWN_FIELD = location(40415);

  /** An error that the server knows by number only; its name is {@code Location<number>}. */
  public static ErrorCode location(int code) {
    return new ErrorCode(code, "Location" + code);
  }

  /** Whether a process, or a primary of a set, could not be reached. */
  public boolean isUnreachable() {
    return equals(HOST_UNREACHABLE) || equals(FAILED_TO_SATISFY_READ_PREFERENCE);
  }

  /** Whether it is a complaint of the server's generated parsers. */
  public boolean isOfParser() {
    return code == MISSING_FIELD.code || code == UNKNOWN_FIELD.code;
  }

  /** A complaint of the parsers with the name that it has since 7.0. */
  public ErrorCode ofParser() {
    return new ErrorCode(code, code == MISSING_FIELD.code ? "IDLFailedToParse" : "IDLUnknownField");
  }

  /** The error of that number: one of the named ones, or a bare {@link #location}. */
  public static ErrorCode of(int code) {
    return ErrorNames.of(code).map(name -> new ErrorCode(code, name)).orElse(location(code));
  }

  /** The error of that name, if it is one of the named ones. */
  public static Optional<ErrorCode> named(String codeName) {
    return ErrorNames.codeOf(codeName).map(code -> new ErrorCode(code, codeName));
  }
}
