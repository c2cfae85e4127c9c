/** Work that pauses between its steps. */
export type Steps<Result> = Generator<void, Result>;

const SLICE_MS = 4;

/** Does work in short slices, between which the process serves requests. `isStopping` ends it: then it returns null. */
export async function inSlices<Result>(
  steps: Steps<Result>,
  isStopping: () => boolean = () => false,
): Promise<Result | null> {
  while (!isStopping()) {
    const end = performance.now() + SLICE_MS;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return null;
}

/** Does work at once, for tests and measurements. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  while (true) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
