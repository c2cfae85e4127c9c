const pairBurst = 45;
const pairRefillMs = 6_000;

interface Bucket {
  tokens: number;
  at: number;
}

export interface Rates {
  /** One more message from a number to a person: a burst of 45, then one every six seconds. */
  takePair(phoneNumberId: string, waId: string): boolean;
  /** One more message from a number: so many a second; 0 means no limit. */
  takeThroughput(phoneNumberId: string, perSecond: number): boolean;
  forget(): void;
}

/** The platform's two limits on messages, as token buckets. They start full after a restart. */
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
