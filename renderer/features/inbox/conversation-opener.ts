let opener: ((conversationId: string) => void) | null = null;

/** Sets what opens a conversation from anywhere; null: nothing. Toasts are outside the pages and know no addresses. */
export function setConversationOpener(next: typeof opener): void {
  opener = next;
}

/** Opens the page of a conversation, whichever page is on the screen. */
export function openConversationPage(conversationId: string): void {
  opener?.(conversationId);
}
