import { create } from 'zustand';

/** The message that a link, a quote or a search result has led to. */
export interface MarkedMessage {
  conversationId: string;
  messageId: string;
  /** When it was marked, in milliseconds of `performance.now()`. */
  at: number;
}

const MARKED_MS = 2_500;

/** The message that is marked at the moment. */
export const useMarkedMessage = create<{ marked: MarkedMessage | null }>(() => ({ marked: null }));

/** Ends the mark, where the person goes on to another place. */
export function unmarkMessage(): void {
  useMarkedMessage.setState({ marked: null });
}

/** Marks a message for a moment; the list scrolls to it. */
export function markMessage(conversationId: string, messageId: string): void {
  const marked = { conversationId, messageId, at: performance.now() };
  useMarkedMessage.setState({ marked });
  setTimeout(() => {
    if (useMarkedMessage.getState().marked === marked) useMarkedMessage.setState({ marked: null });
  }, MARKED_MS);
}
