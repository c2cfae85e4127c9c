/** What main wants a page to do: show a conversation, send a reply. */
export type Letter =
  | { kind: 'open'; conversationId: string }
  | { kind: 'reply'; conversationId: string; text: string };

/**
 * Keeps what is meant for a page until that page can act on it: it may be loading, signed out or not
 * loaded at all, and a reply that somebody typed must not be lost to a page that does not listen yet.
 */
export interface Mailbox {
  /** Hands over at once when the page listens, else when it does. */
  post(placeId: string, letter: Letter): void;
  /** The page has begun to listen: it gets the replies, and the conversation that it should show. */
  opened(placeId: string): { conversationId: string } | null;
  /** The page has stopped listening: it loads again, signed out or is gone. */
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
