import { useEffect, useState } from 'react';
import { isWindowOpen } from '../../../../shared/domain/window.ts';
import { serverNow, useServerClock } from '../../../lib/api/server-clock.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useConversations } from '../list/conversations.store.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** The page's clock advances in steps. A window that ends within this time gets its own timer. */
const NEAR_MS = 40_000;

export interface ReplyWindow {
  isOpen: boolean;
  expiresAt: string | null;
  msLeft: number;
  /** `calm`: less than four hours left; `soon`: less than one hour; `last`: less than ten minutes. */
  urgency: 'none' | 'calm' | 'soon' | 'last';
}

/**
 * Returns whether free text can be sent to this customer now, and for how long. Follows the server's clock
 * and events.
 */
export function useReplyWindow(conversationId: string): ReplyWindow {
  const now = useServerNow();
  const expiresAt = useConversations((state) => state.byId[conversationId]?.windowExpiresAt ?? null);
  const refused = useConversations((state) => state.rejectedWindows[conversationId]);
  // When the server rejects a message, the window stays closed until the customer writes again.
  const isOver = useIsOver(expiresAt, now);
  const isOpen = !isOver && isWindowOpen(expiresAt, new Date(now)) && refused !== expiresAt;
  const msLeft = expiresAt === null ? 0 : Math.max(0, new Date(expiresAt).getTime() - now);
  return { isOpen, expiresAt, msLeft, urgency: urgencyOf(msLeft) };
}

/** Returns the time of the server's clock, in the steps of `useNow`. */
export function useServerNow(): number {
  const aheadMs = useServerClock((clock) => clock.aheadMs);
  return useNow() + aheadMs;
}

function urgencyOf(msLeft: number): ReplyWindow['urgency'] {
  if (msLeft > 4 * HOUR_MS) return 'none';
  if (msLeft > HOUR_MS) return 'calm';
  return msLeft > 10 * MINUTE_MS ? 'soon' : 'last';
}

/** Returns whether the window has ended, also between two steps of the page's clock. */
function useIsOver(expiresAt: string | null, now: number): boolean {
  const [over, setOver] = useState<string | null>(null);
  const msLeft = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now;
  const isNear = msLeft > 0 && msLeft < NEAR_MS;
  useEffect(() => {
    if (!isNear || expiresAt === null) return;
    const timer = setTimeout(() => setOver(expiresAt), Date.parse(expiresAt) - serverNow());
    return () => clearTimeout(timer);
  }, [expiresAt, isNear]);
  return over !== null && over === expiresAt;
}
