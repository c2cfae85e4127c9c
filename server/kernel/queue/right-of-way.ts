/**
 * Lets the work that people wait for pass the work of broadcasts, in this process: while the former uses the database, the
 * latter does not begin its next step (decision 0298).
 */
export interface RightOfWay {
  /** Runs work that goes first; what it has stored goes first until a worker can have taken it. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Marks work that goes first; it can step aside while it waits for something else. */
  hold(): Hold;
  /** Waits until no work goes first, for a limited time: many replies slow broadcasts down, and never stop them. */
  yield(): Promise<void>;
}

export interface Hold {
  /** Lets others pass until `resume`, or for good. */
  release(): void;
  resume(): void;
}

const LONGEST_MS = 250;
/** How long a worker takes to claim what it was woken for, on a busy machine. */
const HANDOVER_MS = 50;

/** Creates the right of way of a process. */
export function createRightOfWay(longestMs = LONGEST_MS, handoverMs = HANDOVER_MS): RightOfWay {
  const waiting = new Set<() => void>();
  let held = 0;

  function hold(): Hold {
    let isHeld = false;
    const resume = () => {
      if (isHeld) return;
      isHeld = true;
      held += 1;
    };
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      held -= 1;
      if (held === 0) for (const go of [...waiting]) go();
    };
    resume();
    return { release, resume };
  }

  return {
    hold,
    first: async (work) => {
      const { release } = hold();
      try {
        const done = await work();
        setTimeout(release, handoverMs);
        return done;
      } catch (error) {
        release();
        throw error;
      }
    },
    yield: () => {
      if (held === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, longestMs);
        waiting.add(go);
      });
    },
  };
}
