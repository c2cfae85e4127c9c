const pairBurst = 45;
const pairRefillMs = 6_000;

interface Bucket {
  tokens: number;
  at: number;
}

export interface Rates {
  /** Counts a message from a number to a person; false above 45 in a burst, then one every six seconds. */
  takePair(phoneNumberId: string, waId: string): boolean;
  /** Counts a message from a number; false above the limit per second. 0 means no limit. */
  takeThroughput(phoneNumberId: string, perSecond: number): boolean;
  forget(): void;
}

/** Creates the platform's two limits on messages as token buckets, which are full after a restart. */
export function createRates(): Rates {
  const buckets = new Map<string, Bucket>();

  function take(key: string, size: number, refillMs: number): boolean {
    const now = Date.now();
    const before = buckets.get(key) ?? { tokens: size, at: now };
    const tokens = Math.min(size, before.tokens + (now - before.at) / refillMs);
    const taken = tokens >= 1;
    buckets.set(key, { tokens: taken ? tokens - 1 : tokens, at: now });
    return taken;
  }

  return {
    takePair: (phoneNumberId, waId) => take(`${phoneNumberId}:${waId}`, pairBurst, pairRefillMs),
    takeThroughput: (phoneNumberId, perSecond) =>
      perSecond === 0 || take(phoneNumberId, perSecond, 1_000 / perSecond),
    forget: () => buckets.clear(),
  };
}
