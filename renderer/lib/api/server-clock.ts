import { create } from 'zustand';

/** Milliseconds by which the server's clock is ahead of this computer's. */
export const useServerClock = create<{ aheadMs: number }>(() => ({ aheadMs: 0 }));

/** Returns the time of the server's clock, because this computer's clock may be wrong. */
export function serverNow(): number {
  return Date.now() + useServerClock.getState().aheadMs;
}

/** Smaller differences are ignored: `Date` has a resolution of one second, and responses take time. */
const NOISE_MS = 2_500;

/**
 * Reads the server's time from the `Date` header of a response. Without this, a computer with a wrong clock
 * would open and close reply windows at the wrong time.
 */
export function noteServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const ahead = serverTime + 500 - (sentAt + receivedAt) / 2;
  const { aheadMs } = useServerClock.getState();
  const isSame = Math.abs(ahead - aheadMs) < NOISE_MS + (receivedAt - sentAt) / 2;
  if (isSame) return;
  useServerClock.setState({ aheadMs: Math.abs(ahead) < NOISE_MS ? 0 : ahead });
}
