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

/** Sequelize's names for a database that could not be reached in the first place. */
const OUT_OF_REACH = new Set([
  'SequelizeConnectionError',
  'SequelizeConnectionRefusedError',
  'SequelizeConnectionAcquireTimeoutError',
  'SequelizeHostNotFoundError',
  'SequelizeHostNotReachableError',
  'SequelizeConnectionTimedOutError',
]);

/** Server errors that come with the end of a connection: shutdown, killed, gone away, lost. */
const ENDED_BY_SERVER = new Set([1053, 1927, 2006, 2013]);

/** An error of the driver; of the pool, one by Sequelize that has it as its parent. */
interface DriverError {
  name?: string;
  fatal?: boolean;
  errno?: number;
  sqlMessage?: string;
  parent?: DriverError;
}

/** Whether the database was out of reach, or its connection broke under a statement. */
export function isConnectionLost(error: unknown): boolean {
  const { fatal, errno } = causeOf(error);
  const { name = '' } = (error ?? {}) as DriverError;
  return OUT_OF_REACH.has(name) || fatal === true || ENDED_BY_SERVER.has(errno ?? 0);
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

/** Whether a column that must have a value was given none. */
export function isMissingValue(error: unknown): boolean {
  return causeOf(error).errno === 1048;
}

function causeOf(error: unknown): DriverError {
  const thrown = (error ?? {}) as DriverError;
  return thrown.parent ?? thrown;
}

/** Whether the row that a new one refers to is gone: somebody has deleted it in this very moment. */
export function isOrphan(error: unknown): boolean {
  const { errno, parent } = (error ?? {}) as DriverError & { errno?: number };
  return (parent?.errno ?? errno) === 1452;
}
