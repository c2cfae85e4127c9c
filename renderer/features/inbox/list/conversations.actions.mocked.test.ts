import { afterEach, expect, it, vi } from 'vitest';
import { loadMore, loadView } from './conversations.actions.ts';
import { resetViews, useInboxViews, viewKey } from './inbox-views.store.ts';

const list = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { list } } }));
vi.mock('./view-counts.store.ts', () => ({ refreshViewCounts: vi.fn() }));

const EMPTY = { data: [], nextCursor: 'more', unreadTotal: 0 };
const stateOf = (search: string) => useInboxViews.getState()[viewKey('all', search)];
afterEach(() => {
  list.mockReset();
  resetViews();
});

it('SEC-23: a search stops after 20 empty pages, and a person can search further', async () => {
  list.mockImplementation(async () => {
    if (list.mock.calls.length > 100) throw new Error('the search does not end');
    return EMPTY;
  });
  await loadView('all', 'ana');
  expect(list).toHaveBeenCalledTimes(20);
  expect(stateOf('ana')).toMatchObject({ phase: 'ready', isPartial: true, nextCursor: 'more' });
  list.mockImplementation(async () => ({ ...EMPTY, nextCursor: null }));
  await loadMore('all', 'ana');
  expect(stateOf('ana')).toMatchObject({ isPartial: false, nextCursor: null });
});

it('SEC-23: a search stops when another view is on screen', async () => {
  list.mockImplementationOnce(async () => {
    list.mockImplementation(async () => ({ ...EMPTY, nextCursor: null }));
    void loadView('all', 'bea');
    return EMPTY;
  });
  await loadView('all', 'ana');
  const searched = list.mock.calls.map(([{ query }]) => query.search);
  expect(searched).toEqual(['ana', 'bea']);
});
