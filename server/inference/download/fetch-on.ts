import { createWriteStream, statSync, truncateSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import { PullError } from './pull-error.ts';

/** Time without a byte after which the connection counts as dead. */
const SILENCE_MS = 60_000;
/** Number of consecutive attempts without progress after which the download fails. */
const TRIES = 5;
const PAUSE_MS = 1_000;
/** Errors that a retry does not fix. */
const DISK_ERRORS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'the file is larger than may be written here'],
  ['EACCES', 'the folder may not be written'],
  ['EROFS', 'the disk is read-only'],
  ['EIO', 'the disk fails'],
]);
const SPACE_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * Downloads a file, resuming after the bytes that are on disk. Bytes are appended in order, so the bytes on
 * disk are correct wherever an earlier attempt broke off.
 * @param size in bytes; `onProgress` receives the number of bytes on disk.
 * @throws {PullError} if the source stops responding or the file cannot be written. The bytes on disk stay.
 */
export async function fetchOn(
  source: string,
  path: string,
  size: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let failures = 0;
  for (;;) {
    const before = sizeOf(path);
    if (before > size) truncateSync(path, 0);
    if (before === size) return;
    const reason = await fetchRest(source, path, size, onProgress).catch((error) => reasonOf(error, path));
    const after = sizeOf(path);
    failures = after > before ? 0 : failures + 1;
    if (after === size) return;
    if (failures >= TRIES) {
      const share = Math.floor((after / size) * 100);
      throw new PullError(
        'network',
        MODEL_REASONS.write('download_broke_off', { percent: share, detail: reason }),
      );
    }
    await sleep(PAUSE_MS * failures);
  }
}

async function fetchRest(
  source: string,
  path: string,
  size: number,
  onProgress: (bytes: number) => void,
): Promise<string> {
  const from = Math.min(sizeOf(path), size);
  const abort = new AbortController();
  const silence = setTimeout(() => abort.abort(new Error('no byte for a minute')), SILENCE_MS);
  try {
    const answer = await fetch(source, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: abort.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`it answers ${answer.status}`);
    // A source without range support sends the file from the beginning.
    const isRest = answer.status === 206;
    let at = isRest ? from : 0;
    const watch = new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        at += bytes.length;
        silence.refresh();
        onProgress(at);
        // More bytes than announced means a different file.
        done(at > size ? new Error('it sends more than it said') : null, bytes);
      },
    });
    await pipeline(
      Readable.fromWeb(answer.body as ReadableStream),
      watch,
      createWriteStream(path, { flags: isRest ? 'a' : 'w' }),
    );
    return 'it ended too early';
  } finally {
    clearTimeout(silence);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function reasonOf(
  error: NodeJS.ErrnoException & { cause?: { code?: string; message?: string } },
  path: string,
) {
  const disk =
    error.path === path || error.syscall === 'write' ? DISK_ERRORS.get(error.code ?? '') : undefined;
  if (disk !== undefined) {
    const isSpace = SPACE_ERRORS.includes(error.code ?? '');
    throw new PullError(
      isSpace ? 'space' : 'disk',
      MODEL_REASONS.write('download_not_written', { detail: disk }),
    );
  }
  return error.cause?.code ?? error.cause?.message ?? error.message;
}
