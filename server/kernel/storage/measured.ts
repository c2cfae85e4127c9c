import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Thrown when a stream has more bytes than allowed. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * Creates a stream that counts and hashes the bytes that pass through it. It fails with `TooManyBytesError`
 * at the first byte above `most`, so that no more than that is ever stored or held.
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
    /** Call it once, after the end. */
    digest: () => hash.digest(),
  };
}
