/** A page of a list, with its cursor beside the items or in `pagination`. */
export type Page<Item> = { data: readonly Item[] } & (
  | { pagination: { nextCursor: string | null } }
  | { nextCursor: string | null }
);

/**
 * Iterates over all items of a list. `load` fetches the page at a cursor, or the first page without one.
 * Pages are fetched when their first item is requested, so a loop that ends early fetches no more.
 */
export async function* walk<Item>(
  load: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let page = await load(undefined);
  for (;;) {
    yield* page.data;
    const { nextCursor } = 'pagination' in page ? page.pagination : page;
    if (nextCursor === null) return;
    page = await load(nextCursor);
  }
}
