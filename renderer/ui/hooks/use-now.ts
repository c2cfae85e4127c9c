import { useSyncExternalStore } from 'react';

const STEP_MS = 15_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the time in steps of 15 seconds. All components share one timer. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(advance, STEP_MS);
    document.addEventListener('visibilitychange', advance);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', advance);
  };
}

function advance(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
