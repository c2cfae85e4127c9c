import { setTimeout as sleep } from 'node:timers/promises';

/** Shutdown steps of everything that was started, run in reverse order. */
export interface Shutdown {
  /** Adds the step that stops what was just started; `remainingMs` is what is left of the total time. */
  add(name: string, end: (remainingMs: number) => Promise<void> | void): void;
  /** Runs all steps, and returns within `limitMs` even when one hangs. */
  run(limitMs: number): Promise<void>;
}

/** Collects steps and runs them last-in, first-out. Steps that fail or hang are reported and skipped. */
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
            say(`${step.name} is taking too long to stop; continuing without it.`),
          );
        } catch (error) {
          say(`${step.name} did not stop cleanly: ${error instanceof Error ? error.message : String(error)}`);
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
