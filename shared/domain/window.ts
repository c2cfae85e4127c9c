/** Free text may be sent for 24 hours after the customer's last message. After that, only templates. */
export const WINDOW_MS = 24 * 60 * 60 * 1000;

/** Returns when the window closes, or null when the customer has never written. */
export function windowExpiresAt(lastInboundAt: Date | null): Date | null {
  return lastInboundAt ? new Date(lastInboundAt.getTime() + WINDOW_MS) : null;
}

/** Returns whether free text is allowed at `now`. */
export function isWindowOpen(expiresAt: Date | string | null, now: Date): boolean {
  return expiresAt !== null && new Date(expiresAt).getTime() > now.getTime();
}
