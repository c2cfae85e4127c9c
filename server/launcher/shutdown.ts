import { setTimeout as sleep } from 'node:timers/promises';

/** What has been started, to be ended in the opposite order. */
export interface Shutdown {
  /** Adds the way to end the thing that was just started; `remainingMs` is what is left of the whole time. */
  add(name: string, end: (remainingMs: number) => Promise<void> | void): void;
  /** Ends all of it, and returns within `limitMs` even when something hangs. */
  run(limitMs: number): Promise<void>;
}

/** Collects steps and runs them last-in-first-out; what fails or hangs is told and passed over. */
export function createShutdown(say: (line: string) => void): Shutdown {
  const steps: Array<{ name: string; end: (remainingMs: number) => Promise<void> | void }> = [];
  return {
    add: (name, end) => {
      steps.push({ name, end });
    },
    run: async (limitMs) => {
      const deadline = performance.now() + limitMs;
      for (const step of steps.splice(0).reverse()) {
        const remaining = Math.max(0, deadline - performance.now());
        try {
          await withLimit(step.end(remaining), remaining, () =>
            say(`${step.name} is slow to end; leaving it.`),
          );
        } catch (error) {
          say(`${step.name} did not end cleanly: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    },
  };
}

async function withLimit(work: Promise<void> | void, limitMs: number, onLate: () => void): Promise<void> {
  const timer = new AbortController();
  const late = sleep(limitMs, undefined, { signal: timer.signal }).then(onLate, () => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
