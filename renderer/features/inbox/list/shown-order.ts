let shown: readonly string[] = [];

/** Keeps the order of the list on screen, for what opens after the open conversation left it. */
export function setShownOrder(ids: readonly string[]): void {
  shown = ids;
}

/** Returns the conversation after this one in the list, or else the one before it; null when there is none. */
export function neighbourOf(id: string): string | null {
  const at = shown.indexOf(id);
  return at === -1 ? null : (shown[at + 1] ?? shown[at - 1] ?? null);
}
