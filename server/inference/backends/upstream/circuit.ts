/** Failures in a row after which no requests are sent for a while. */
const FAILURES = 3;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** How much a pause differs at most, so that several processes do not try again together. */
const JITTER = 0.2;
/** While one request tries the server, the others wait so long for its outcome. */
const TRIAL_MS = 5_000;

/**
 * Keeps requests from a server that fails them although it seems to be available. After three failures in a row it is
 * left alone for two seconds, then tried with a single request; each further failure doubles the pause, up to a minute.
 */
export function createCircuit(
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
) {
  let failures = 0;
  let openUntil = 0;
  return {
    isOpen: () => failures >= FAILURES && now() < openUntil,
    /** Notes that a request was sent. After a pause it is the trial, and others wait for its outcome. */
    began: () => {
      if (failures >= FAILURES) openUntil = now() + TRIAL_MS;
    },
    succeeded: () => {
      failures = 0;
    },
    /** @returns whether this failure has begun a pause. */
    failed: (): boolean => {
      failures += 1;
      if (failures < FAILURES) return false;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FAILURES));
      openUntil = now() + withJitter(pause, random);
      return true;
    },
  };
}

/** Returns a time that differs by up to a fifth. */
export function withJitter(ms: number, random: () => number = Math.random): number {
  return ms * (1 - JITTER + 2 * JITTER * random());
}
