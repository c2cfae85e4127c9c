const works = new Set<() => void>();
let departures = 0;

/** Registers what empties a store of a page when the person leaves the workspace: the next one must see none of it. */
export function onLeave(work: () => void): void {
  works.add(work);
}

/** Empties the stores of the pages that were opened. */
export function leavePages(): void {
  departures += 1;
  for (const work of works) work();
}

/**
 * Passes on the answer to a request of the person who is here now. An answer that comes after they have left never arrives:
 * it would fill the emptied stores for the next person.
 */
export function whileHere<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const before = departures;
  return answer.finally(() => (departures === before ? undefined : new Promise(() => {})));
}
