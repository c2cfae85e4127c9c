import { createWriteStream, statSync, truncateSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Why a model was not fetched, in a sentence for the operator. */
export class PullError extends Error {
  name = 'PullError';
}

/** No byte for so long: the connection is dead. */
const SILENCE_MS = 60_000;
/** So often in a row without one more byte, and it is given up for now. */
const TRIES = 5;
const PAUSE_MS = 1_000;

/**
 * Fetches a file to its end, going on after the bytes that are there: they were appended in their order, so
 * what is there is right, whenever it broke off.
 * @throws {PullError} when the source stops answering; what has come stays.
 */
export async function fetchOn(source, path, size, onProgress) {
  let failures = 0;
  for (;;) {
    const before = sizeOf(path);
    if (before > size) truncateSync(path, 0);
    if (before === size) return;
    const reason = await fetchRest(source, path, size, onProgress).catch((error) => reasonOf(error));
    const after = sizeOf(path);
    failures = after > before ? 0 : failures + 1;
    if (after === size) return;
    if (failures >= TRIES) {
      const share = Math.floor((after / size) * 100);
      throw new PullError(
        `The download broke off at ${share} % (${reason}). Run the same command again: it goes on from there.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * failures));
  }
}

async function fetchRest(source, path, size, onProgress) {
  const from = Math.min(sizeOf(path), size);
  const abort = new AbortController();
  let silence = setTimeout(() => abort.abort(new Error('no byte for a minute')), SILENCE_MS);
  try {
    const answer = await fetch(source, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: abort.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`it answers ${answer.status}`);
    // A source that knows no ranges begins anew, and so do we.
    const isRest = answer.status === 206;
    let at = isRest ? from : 0;
    const watch = new Transform({
      transform: (bytes, _encoding, done) => {
        at += bytes.length;
        silence = silence.refresh();
        onProgress(at / size);
        // More than was said is not the same file.
        done(at > size ? new Error('it sends more than it said') : null, bytes);
      },
    });
    await pipeline(
      Readable.fromWeb(answer.body),
      watch,
      createWriteStream(path, { flags: isRest ? 'a' : 'w' }),
    );
    return 'it ended too early';
  } finally {
    clearTimeout(silence);
  }
}

function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function reasonOf(error) {
  return error.cause?.code ?? error.cause?.message ?? error.message;
}
