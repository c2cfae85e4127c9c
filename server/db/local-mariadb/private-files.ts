import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Creates a folder that only its owner can open, or restricts an existing one to its owner. */
export function ensurePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Returns the error for a folder in which a file could not be created, in words for the operator. */
export function unusable(folder: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const isFull = isCode(cause, 'ENOSPC') || isCode(cause, 'EDQUOT');
  const message = isFull
    ? `The disk of ${folder} is full (${reason}): free some space, or set another DATA_DIR.`
    : `The data folder ${folder} cannot be used (${reason}): give it to this user, or set another DATA_DIR.`;
  return new OperatorError('data_dir_unusable', message, { cause });
}

/** Replaces a file atomically; only its owner can read it. A reader sees the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  const draft = writeDraft(path, text);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw unusable(dirname(path), error);
  }
}

/** Creates a file with its full content. Returns false when it already exists. */
export function createPrivateFile(path: string, text: string): boolean {
  const draft = writeDraft(path, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw unusable(dirname(path), error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns the text of a file, or null when it is missing. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Returns the secret in a file, which it creates the first time. Concurrent processes get the same secret.
 * @returns 32 random bytes in base64url, safe inside a URL and inside SQL quotes.
 */
export function ensureSecretFile(path: string): string {
  const known = readIfThere(path);
  if (known) return known;
  createPrivateFile(path, randomBytes(32).toString('base64url'));
  return readFileSync(path, 'utf8');
}

/** Runs `start` so that only the owner can access the files of the process that it spawns. */
export function withPrivateUmask<T>(start: () => T): T {
  const before = process.umask(0o077);
  try {
    return start();
  } finally {
    process.umask(before);
  }
}

/** Whether an error of the file system or the network has this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    return draft;
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // What is wrong with the folder is in the first error.
    }
    throw unusable(dirname(path), error);
  }
}
