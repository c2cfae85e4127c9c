import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `look` returns a value. Fails with the description of what it waited for. */
export async function until<T>(
  what: string,
  look: () => T | null | undefined | Promise<T | null | undefined>,
  limitMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`);
    await sleep(20);
  }
}
