/** Limits which addresses a page can make this computer ask. */
export interface AddressChecks {
  /** Notes that the person pressed a key or a button. */
  touched(): void;
  /** Returns whether a server may be asked now, and counts it. */
  allow(server: string): 'yes' | 'not-touched' | 'too-many';
}

export interface AddressChecksOptions {
  /** Servers that are asked without a person: those of the places, and the suggested one. */
  isKnown(server: string): boolean;
  now?: () => number;
}

/** How long after a key or a button a check counts as the person's. */
const TOUCH_MS = 60_000;
/** For one touch: the check of the typed address, and the one before it is added. */
const CHECKS_PER_TOUCH = 2;
const WINDOW_MS = 10 * 60_000;
const CHECKS_PER_WINDOW = 30;

/**
 * Lets main ask a server only for a person. A page that runs foreign code could otherwise learn from the answers
 * which computers and programs are in the local network. Keys and buttons are counted in main, where a page cannot
 * invent them; each is good for one server, and there are at most 30 checks in ten minutes.
 */
export function createAddressChecks({ isKnown, now = Date.now }: AddressChecksOptions): AddressChecks {
  let touchedAt = Number.NEGATIVE_INFINITY;
  let asked: { server: string; times: number } | null = null;
  let recent: number[] = [];
  return {
    touched: () => {
      touchedAt = now();
      asked = null;
    },
    allow: (server) => {
      if (isKnown(server)) return 'yes';
      const time = now();
      if (time - touchedAt > TOUCH_MS) return 'not-touched';
      if (asked && (asked.server !== server || asked.times >= CHECKS_PER_TOUCH)) return 'not-touched';
      recent = recent.filter((at) => time - at < WINDOW_MS);
      if (recent.length >= CHECKS_PER_WINDOW) return 'too-many';
      recent.push(time);
      asked = { server, times: (asked?.times ?? 0) + 1 };
      return 'yes';
    },
  };
}
