import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** More came than may be stored. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * A stream that passes on what it gets, counts it and hashes it. It fails with `TooManyBytesError` at the first
 * byte above `most`, so that nobody ever stores, or holds, more than that.
 */
export function measured(most: number) {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) return done(new TooManyBytesError(`more than ${most} bytes`));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return {
    stream,
    size: () => size,
    /** Once, after the end. */
    digest: () => hash.digest(),
  };
}
