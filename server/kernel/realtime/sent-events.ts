/** Numbers kept outside of the gapless run. More than this many after a gap, and the gap is left to the clients. */
const OTHERS_MAX = 1_000;

/** Which events of one tenant the sockets of this server were sent, by number. */
export interface SentEvents {
  /** Notes an event; returns whether it was not sent before. */
  add(seq: number): boolean;
  /** Sets the start, once: the tenant's latest event when its first socket opened. */
  begin(latest: number): void;
  /**
   * Compares with the number of the tenant's latest event. Returns the number after which events must be read again,
   * because they existed at the last call and have not arrived since; null when nothing is missing.
   */
  missingAfter(latest: number): number | null;
  /** Treats everything up to a number as sent. */
  skipTo(seq: number): void;
}

/**
 * Creates the record for a tenant whose first socket opens. Events arrive from each server that relays them and may
 * arrive out of order, so the record is the gapless run after the start, and single numbers beside it.
 */
export function createSentEvents(): SentEvents {
  /** Everything after `from`, up to `upTo`, was sent. Null until the latest event at the start is known. */
  let from: number | null = null;
  let upTo = 0;
  let due = 0;
  const others = new Set<number>();

  function extend(): void {
    while (others.delete(upTo + 1)) upTo += 1;
  }

  function skipTo(seq: number): void {
    from = 0;
    upTo = Math.max(upTo, seq);
    for (const one of others) if (one <= upTo) others.delete(one);
    extend();
  }

  function begin(latest: number): void {
    if (from !== null) return;
    from = latest;
    upTo = latest;
    extend();
  }

  return {
    begin,
    add: (seq) => {
      if ((from !== null && seq > from && seq <= upTo) || others.has(seq)) return false;
      others.add(seq);
      if (from !== null) extend();
      if (others.size > OTHERS_MAX) skipTo(Math.max(...others));
      return true;
    },
    missingAfter: (latest) => {
      begin(latest);
      const expected = due;
      due = latest;
      return upTo < expected ? upTo : null;
    },
    skipTo,
  };
}
