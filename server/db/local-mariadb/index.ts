export { attachLocalMariadb, ensureSecretKey } from './attach.ts';
export { type DataDirLock, holderOf, lockDataDir } from './data-dir-lock.ts';
export { freePort, openLocalMariadb } from './open-local-mariadb.ts';
export { OperatorError } from './operator-error.ts';
export { ensurePrivateFolder, isCode, writePrivateFile } from './private-files.ts';
export { bootId, identify, isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';
export {
  type ChildName,
  endRecorded,
  type ProcessName,
  readRecord,
  recordedChildren,
  recordPath,
  writeRecord,
} from './process-record.ts';
export { type Runtime, requireSecretKey, withRuntime } from './with-runtime.ts';
