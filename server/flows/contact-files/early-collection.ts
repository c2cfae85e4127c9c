import { setFlagsFromString } from 'node:v8';

/** Garbage is collected when the heap has grown by this share of what was live. V8 alone waits for up to four times as much. */
const GROWING_PERCENT = 50;

let running = 0;

/**
 * Runs work that makes much garbage and keeps little of it, and lets V8 collect earlier until it ends (decision 0325).
 * The server has no other heap, so this counts for everything that it does meanwhile.
 */
export async function withEarlyCollection<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  if (running === 1) setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  try {
    return await work();
  } finally {
    running -= 1;
    // 0 is V8's own measure.
    if (running === 0) setFlagsFromString('--heap-growing-percent=0');
  }
}
