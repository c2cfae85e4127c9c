/** An instruction from main to a page: show a conversation or send a reply. */
export type Letter =
  | { kind: 'open'; conversationId: string }
  | { kind: 'reply'; conversationId: string; text: string };

/**
 * Keeps instructions for a page until it can act on them. The page may be loading, signed out or unloaded,
 * and a reply that was typed into a notification must not be lost.
 */
export interface Mailbox {
  /** Delivers immediately if the page is listening, otherwise once it is. */
  post(placeId: string, letter: Letter): void;
  /**
   * Called when a page starts to listen. Delivers its replies and returns the conversation to show, if any.
   */
  opened(placeId: string): { conversationId: string } | null;
  /** Called when a page stops listening: it reloads, signed out or was closed. */
  closed(placeId: string): void;
}

export function createMailbox(deliver: (placeId: string, letter: Letter) => void): Mailbox {
  const listening = new Set<string>();
  const waiting = new Map<string, Letter[]>();
  return {
    post: (placeId, letter) => {
      if (listening.has(placeId)) deliver(placeId, letter);
      else waiting.set(placeId, [...(waiting.get(placeId) ?? []), letter]);
    },
    opened: (placeId) => {
      listening.add(placeId);
      const letters = waiting.get(placeId) ?? [];
      waiting.delete(placeId);
      for (const letter of letters) if (letter.kind === 'reply') deliver(placeId, letter);
      const wanted = letters.findLast((letter) => letter.kind === 'open');
      return wanted ? { conversationId: wanted.conversationId } : null;
    },
    closed: (placeId) => {
      listening.delete(placeId);
    },
  };
}
