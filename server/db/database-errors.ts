/**
 * The connection broke while a COMMIT was on its way: the change is stored whole, or not at all, and
 * nobody here can know which. It must not be reported as "nothing was stored".
 */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
  constructor(cause: unknown) {
    super('the connection to the database broke during a commit', { cause });
  }
}

/** The database gave no connection, or no answer, within the time limits (see time-limits.ts). */
export class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
  /** `connection`: no statement was sent. `answer`: one was, and may still be carried out. */
  readonly missing: 'connection' | 'answer';
  constructor(missing: 'connection' | 'answer') {
    super(missing === 'answer' ? 'the database did not answer in time' : 'no connection was free in time');
    this.missing = missing;
  }
}

/** Whether the database was silent for too long, also in a commit. */
export function isTimeout(error: unknown): boolean {
  const cause = error instanceof CommitUnknownError ? error.cause : error;
  return cause instanceof DatabaseTimeoutError;
}

/** A new connection broke while it was prepared: the statement that it was for was not sent. */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError';
  constructor(cause: unknown) {
    super('the connection to the database broke before it was ready', { cause });
  }
}

/** The names of a database that could not be reached in the first place: Sequelize's, and our own. */
const OUT_OF_REACH = new Set([
  'NotConnectedError',
  'SequelizeConnectionError',
  'SequelizeConnectionRefusedError',
  'SequelizeConnectionAcquireTimeoutError',
  'SequelizeHostNotFoundError',
  'SequelizeHostNotReachableError',
  'SequelizeConnectionTimedOutError',
]);

/** Server errors that come with the end of a connection: shutdown, network, killed, gone away, lost, idle too long. */
const ENDED_BY_SERVER = new Set([1053, 1158, 1159, 1160, 1161, 1927, 2006, 2013, 4031]);
/** A node of Galera that is not, or no longer, part of the cluster refuses every statement. */
const NOT_IN_CLUSTER = 1047;
/** The commit was not confirmed by the other nodes of a cluster, which may have it. */
const UNCONFIRMED_COMMIT = 1180;

/** An error of the driver; of the pool, one by Sequelize that has it as its parent. */
interface DriverError {
  name?: string;
  fatal?: boolean;
  errno?: number;
  sqlMessage?: string;
  parent?: DriverError;
}

/** Whether no connection could be opened, or the server takes no statements: nothing was carried out. */
export function isUnreachable(error: unknown): boolean {
  return OUT_OF_REACH.has(((error ?? {}) as DriverError).name ?? '') || isNotInCluster(error);
}

/** Whether this connection leads to a node that is not part of its cluster: another connection may lead to one that is. */
export function isNotInCluster(error: unknown): boolean {
  return causeOf(error).errno === NOT_IN_CLUSTER;
}

/** Whether the outcome of a commit, of a transaction or of a single statement, is unknown to the server itself. */
export function isUnconfirmedCommit(error: unknown): boolean {
  return causeOf(error).errno === UNCONFIRMED_COMMIT;
}

/** Whether the database was out of reach or out of time, or its connection broke under a statement. */
export function isConnectionLost(error: unknown): boolean {
  const { fatal, errno } = causeOf(error);
  return (
    error instanceof DatabaseTimeoutError ||
    isUnreachable(error) ||
    fatal === true ||
    ENDED_BY_SERVER.has(errno ?? 0)
  );
}

/**
 * The server's disk is full, or it takes no writes: errors of writing a file (3, 1026), full disk or table
 * (1021, 1114, 1030 with the system's own number), read-only (1290, 1792, 1836).
 */
const NOT_WRITABLE = new Set([3, 1021, 1026, 1030, 1114, 1290, 1792, 1836]);

/** Whether the database refused a write for lack of space or because it is read-only: nothing was stored. */
export function isNotWritable(error: unknown): boolean {
  return NOT_WRITABLE.has(causeOf(error).errno ?? 0);
}

/**
 * Thrown inside a transaction that has met what another one committed after this one had looked: run again
 * from its start, it sees that from the beginning.
 */
export class RunAgainError extends Error {
  override readonly name = 'RunAgainError';
}

/** Deadlock, lock wait and what clusters call a conflict: the transaction was undone and may be run again. */
const UNDONE = new Set([1213, 1205, 1020, 9007, 8002]);

export function isUndone(error: unknown): boolean {
  return error instanceof RunAgainError || UNDONE.has(causeOf(error).errno ?? 0);
}

/** Whether an error is the database's refusal of a second row under a unique index, and of which one. */
export function isDuplicate(error: unknown, index?: string): boolean {
  const { errno, sqlMessage = '' } = causeOf(error);
  if (errno !== 1062) return false;
  return index === undefined || new RegExp(`for key '(?:\\w+\\.)?${index}'`).test(sqlMessage);
}

/** A statement that was killed, or took longer than the server allows: it was undone. */
const INTERRUPTED = new Set([1317, 1969, 3024]);

/**
 * Whether the database failed in a way that stored nothing, and may carry the same request out later. Not for an error of a
 * commit: that is a `CommitUnknownError` where the outcome is unknown.
 */
export function isNotStored(error: unknown): boolean {
  if (isConnectionLost(error) || isUnconfirmedCommit(error)) return true;
  return isUndone(error) || isNotWritable(error) || INTERRUPTED.has(causeOf(error).errno ?? 0);
}

/**
 * The data itself is refused: too long, out of range, of the wrong form, a check that it breaks, invalid or too deeply
 * nested JSON, a packet that is too large, a duplicate. Sending it again changes nothing.
 */
const REFUSED_DATA = new Set([
  1048, 1062, 1153, 1264, 1265, 1267, 1292, 1301, 1366, 1367, 1406, 1411, 1452, 1525, 1690, 3140, 3141, 3150,
  3157, 3819, 4025, 4038,
]);

/**
 * Whether trying again later can help. It is true for every error of the database that is not about the data, also
 * for unforeseen errors: a missing table or a full disk is repaired by an operator.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof CommitUnknownError || error instanceof RunAgainError) return true;
  if (isConnectionLost(error)) return true;
  const { errno } = causeOf(error);
  return errno !== undefined && !REFUSED_DATA.has(errno);
}

/**
 * Errors that are about the database and never about one row: too many connections (1040, 1041, 1203, 1226), out of
 * memory (1037, 1038), no access (1044, 1045, 1142, 1143, 1698), a missing table or column (1146, 1054), an
 * interrupted or overdue statement.
 */
const ABOUT_DATABASE = new Set([
  ...INTERRUPTED,
  ...[1037, 1038, 1040, 1041, 1044, 1045, 1054, 1142, 1143, 1146, 1203, 1226, 1698],
]);

/**
 * Whether an error is certainly not about the data: trying again helps as soon as the database is well, after however
 * many days. An error that is `isTransient` and not an outage is one that nobody foresaw.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof CommitUnknownError || isConnectionLost(error)) return true;
  if (isUndone(error) || isNotWritable(error)) return true;
  return ABOUT_DATABASE.has(causeOf(error).errno ?? 0);
}

/** Whether the server has no variable of this name. */
export function isUnknownVariable(error: unknown): boolean {
  return causeOf(error).errno === 1193;
}

/** Whether the statement named a table that the database does not have. */
export function isMissingTable(error: unknown): boolean {
  return causeOf(error).errno === 1146;
}

/** Whether a column that must have a value was given none. */
export function isMissingValue(error: unknown): boolean {
  return causeOf(error).errno === 1048;
}

function causeOf(error: unknown): DriverError {
  const thrown = (error ?? {}) as DriverError;
  return thrown.parent ?? thrown;
}

/** Whether the row that a new one refers to does not exist: somebody has deleted it in this very moment. */
export function isOrphan(error: unknown): boolean {
  const { errno, parent } = (error ?? {}) as DriverError & { errno?: number };
  return (parent?.errno ?? errno) === 1452;
}
