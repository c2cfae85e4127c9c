export { attachLocalMariadb, ensureSecretKey } from './attach.ts';
export { type DataDirLock, holderOf, type LockHolder, lockDataDir } from './data-dir-lock.ts';
export { freePort, type LocalMariadb, openLocalMariadb } from './open-local-mariadb.ts';
export { OperatorError, type OperatorErrorCode } from './operator-error.ts';
export { identify, type ProcessIdentity } from './process-identity.ts';
export { endRecorded, type ProcessName, recordPath, writeRecord } from './process-record.ts';
export { type Runtime, requireSecretKey, withRuntime } from './with-runtime.ts';
