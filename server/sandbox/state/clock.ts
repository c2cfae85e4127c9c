/** The platform's time, which a test can set ahead (to close a 24-hour window, for example). */
export interface Clock {
  now(): number;
  offset(): number;
  setOffset(ms: number): void;
}

/** Creates a clock that follows the machine's, plus an offset. */
export function createClock(): Clock {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    offset: () => offset,
    setOffset(ms) {
      offset = ms;
    },
  };
}

/** Timers that all stop when the sandbox closes. */
export interface Timers {
  after(ms: number, action: () => void): void;
  stop(): void;
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let stopped = false;
  return {
    after(ms, action) {
      if (stopped) return;
      const timer = setTimeout(() => {
        running.delete(timer);
        action();
      }, ms);
      running.add(timer);
    },
    stop() {
      stopped = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
