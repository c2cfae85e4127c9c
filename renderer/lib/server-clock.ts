import { create } from 'zustand';

/** The server's time ahead of this computer's, in milliseconds. */
export const useServerClock = create<{ aheadMs: number }>(() => ({ aheadMs: 0 }));

/** An answer has whole seconds, and was on its way: less than this is no difference. */
const NOISE_MS = 2_500;

/**
 * Learns the server's time from the `Date` of an answer. A computer whose clock is wrong would else open
 * and close reply windows at the wrong moment.
 */
export function noteServerDate(date: string | null, askedAt: number, answeredAt: number): void {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const ahead = serverTime + 500 - (askedAt + answeredAt) / 2;
  const { aheadMs } = useServerClock.getState();
  const isSame = Math.abs(ahead - aheadMs) < NOISE_MS + (answeredAt - askedAt) / 2;
  if (isSame) return;
  useServerClock.setState({ aheadMs: Math.abs(ahead) < NOISE_MS ? 0 : ahead });
}
