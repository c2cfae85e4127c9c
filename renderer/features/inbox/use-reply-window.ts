import { isWindowOpen } from '../../../shared/domain/window.ts';
import { useNow } from '../../ui/use-now.ts';
import { useConversations } from './conversations.store.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface ReplyWindow {
  isOpen: boolean;
  expiresAt: string | null;
  msLeft: number;
  /** `calm`: under four hours; `soon`: under one. */
  urgency: 'none' | 'calm' | 'soon';
}

/** Whether an agent may write freely to this customer now, and for how long. Follows the clock and events. */
export function useReplyWindow(conversationId: string): ReplyWindow {
  const now = useNow();
  const expiresAt = useConversations((state) => state.byId[conversationId]?.windowExpiresAt ?? null);
  const refused = useConversations((state) => state.refusedWindows[conversationId]);
  // The server's refusal counts until the customer writes, which moves the end.
  const isOpen = isWindowOpen(expiresAt, new Date(now)) && refused !== expiresAt;
  const msLeft = expiresAt === null ? 0 : Math.max(0, new Date(expiresAt).getTime() - now);
  const urgency = msLeft > 4 * HOUR_MS ? 'none' : msLeft > HOUR_MS ? 'calm' : 'soon';
  return { isOpen, expiresAt, msLeft, urgency };
}
