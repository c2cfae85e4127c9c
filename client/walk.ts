/** The part of every list that leads to its next page. */
export interface Page<Item> {
  data: readonly Item[];
  pagination: { nextCursor: string | null };
}

/**
 * Walks a list from its start to its end. `load` fetches the page at a cursor, the first one without; a page is
 * fetched when its first item is wanted, so a loop that is left early fetches no more.
 */
export async function* walk<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await load(undefined);
  for (;;) {
    yield* page.data;
    const { nextCursor } = page.pagination;
    if (nextCursor === null) return;
    page = await load(nextCursor);
  }
}
