/**
 * Looks at a message before it is sent. Returns whether it may be sent now. If not, the person is asked, or `send` is
 * called again once more is known.
 */
export type SendCheck = (conversationId: string, send: () => void) => boolean;

let check: SendCheck | null = null;

/** Sets what looks at messages before they are sent. It is loaded after the first screen; null: nothing. */
export function setSendCheck(next: SendCheck | null): void {
  check = next;
}

/** Returns whether the message in the composer may be sent now. */
export function maySend(conversationId: string, send: () => void): boolean {
  return check?.(conversationId, send) ?? true;
}
