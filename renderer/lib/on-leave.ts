const works = new Set<() => void>();

/** Registers what empties a store of a page when the person leaves the workspace: the next one must see none of it. */
export function onLeave(work: () => void): void {
  works.add(work);
}

/** Empties the stores of the pages that were opened. */
export function leavePages(): void {
  for (const work of works) work();
}
