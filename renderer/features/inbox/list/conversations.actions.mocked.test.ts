import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { leavePages } from '../../../lib/on-leave.ts';
import { sampleConversation } from '../test-samples.ts';
import {
  keepLoadingConversation,
  loadMore,
  loadView,
  markRead,
  openConversation,
  reloadConversations,
} from './conversations.actions.ts';
import { resetConversations, useConversations } from './conversations.store.ts';
import { resetViews, useInboxViews, viewKey } from './inbox-views.store.ts';

const { list, get, read, open } = vi.hoisted(() => ({
  list: vi.fn(),
  get: vi.fn(),
  read: vi.fn(),
  open: vi.fn(),
}));
vi.mock('../../../lib/api/api.ts', () => ({ api: { conversations: { list, get, markRead: read, open } } }));
vi.mock('./view-counts.store.ts', () => ({ refreshViewCounts: vi.fn() }));

const EMPTY = { data: [], nextCursor: 'more', unreadTotal: 0 };
const stateOf = (search: string) => useInboxViews.getState()[viewKey('all', search)];
afterEach(() => {
  list.mockReset();
  get.mockReset();
  resetViews();
  resetConversations();
  vi.useRealTimers();
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

it('a page that could not be loaded is loaded from its place, and the list is whole again', async () => {
  const page = (id: string, nextCursor: string | null) => ({
    ...EMPTY,
    data: [sampleConversation({ id })],
    nextCursor,
  });
  list.mockResolvedValueOnce(page('cv_1', 'second'));
  await loadView('all', '');
  list.mockRejectedValueOnce(new ApiError('network'));
  await loadMore('all', '');
  expect(stateOf('')).toMatchObject({
    phase: 'ready',
    problem: null,
    isLoadingMore: false,
    nextCursor: 'second',
    horizon: { id: 'cv_1' },
  });
  expect(stateOf('')?.moreProblem).not.toBeNull();
  list.mockResolvedValueOnce(page('cv_2', null));
  await loadMore('all', '');
  expect(list.mock.lastCall?.[0].query).toMatchObject({ cursor: 'second' });
  expect(stateOf('')).toMatchObject({ moreProblem: null, nextCursor: null, horizon: null });
});

describe('the conversation of a link', () => {
  it('is loaded again after a network that was away, and once more after an error of the server', async () => {
    vi.useFakeTimers();
    get.mockRejectedValueOnce(new ApiError('network'));
    get.mockRejectedValueOnce(new ApiError('internal', { status: 500 }));
    get.mockResolvedValueOnce({ conversation: sampleConversation() });
    const use = vi.fn();
    const end = keepLoadingConversation('cv_1', use);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(get).toHaveBeenCalledTimes(3);
    expect(use.mock.calls).toEqual([[true]]);
    expect(useConversations.getState().byId.cv_1).toBeDefined();
    end();
  });

  it('is asked for no more after it was left, or was rejected', async () => {
    vi.useFakeTimers();
    const use = vi.fn();
    get.mockRejectedValueOnce(new ApiError('network'));
    keepLoadingConversation('cv_1', use)();
    get.mockRejectedValueOnce(new ApiError('forbidden', { status: 403 }));
    const end = keepLoadingConversation('cv_1', use);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(get).toHaveBeenCalledTimes(2);
    expect(use).not.toHaveBeenCalled();
    end();
  });

  it('is missing when the server does not know it', async () => {
    get.mockRejectedValueOnce(new ApiError('conversation_not_found', { status: 404 }));
    const use = vi.fn();
    const end = keepLoadingConversation('cv_1', use);
    await vi.waitFor(() => expect(use.mock.calls).toEqual([[false]]));
    end();
  });
});

describe('an answer that arrives after the person has left', () => {
  const page = { data: [sampleConversation()], nextCursor: null, unreadTotal: 3 };
  const conversation = sampleConversation();

  it.each([
    ['a list', list, page, () => loadView('all', '')],
    ['a list that is replaced', list, page, () => reloadConversations(null)],
    ['a conversation', get, { conversation }, () => keepLoadingConversation('cv_1', () => undefined)],
    ['what was read', read, conversation, () => markRead('cv_1')],
    ['a conversation that was begun', open, conversation, () => openConversation('ct_1')],
  ] as const)('is not for the next one: %s', async (_what, request, answer, ask) => {
    for (const error of [null, new ApiError('network')]) {
      let end = () => {};
      request.mockReset().mockImplementationOnce(
        () =>
          new Promise((resolve, reject) => {
            end = () => (error === null ? resolve(answer) : reject(error));
          }),
      );
      void ask();
      leavePages();
      resetViews();
      resetConversations();
      end();
      await new Promise((resolve) => setTimeout(resolve));
      const { byId, unreadTotal } = useConversations.getState();
      expect([byId, unreadTotal]).toEqual([{}, 0]);
      expect(useInboxViews.getState()).toEqual({});
    }
  });
});
