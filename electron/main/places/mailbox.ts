/** An instruction from main to a page: show a conversation or send a reply. */
export type Letter =
  | { kind: 'open'; conversationId: string; messageId?: string | undefined }
  | { kind: 'reply'; conversationId: string; messageId?: string | undefined; text: string };

/** What a link or notification opens: a conversation, at one of its messages if it names one. */
export interface LinkedPlace {
  conversationId: string;
  messageId?: string | undefined;
}

/**
 * Keeps instructions for a page until it can act on them. The page may be loading, signed out or unloaded,
 * and a reply that was typed into a notification must not be lost.
 */
export interface Mailbox {
  /** Delivers immediately if the page is listening, otherwise once it is. */
  post(placeId: string, letter: Letter): void;
  /**
   * Called when a page starts to listen. Delivers its replies and returns what to show, if anything.
   */
  opened(placeId: string): LinkedPlace | null;
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
      const wanted = letters.findLast(
        (letter): letter is Extract<Letter, { kind: 'open' }> => letter.kind === 'open',
      );
      if (wanted === undefined) return null;
      const { kind: _kind, ...linked } = wanted;
      return linked;
    },
    closed: (placeId) => {
      listening.delete(placeId);
    },
  };
}
