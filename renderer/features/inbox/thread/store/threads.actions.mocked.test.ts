import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { loadNewer, loadOlder, reloadThread } from './threads.actions.ts';
import { openThread, patchThread, resetThreads, useThreads } from './threads.store.ts';

const { messages } = vi.hoisted(() => ({ messages: vi.fn() }));
vi.mock('../../../../lib/api/api.ts', () => ({ api: { conversations: { messages } } }));
afterEach(resetThreads);

it('a request that times out after another one has loaded the thread leaves it as it is', async () => {
  let timeOut = (_: Error) => {};
  messages.mockImplementationOnce(
    () =>
      new Promise((_, reject) => {
        timeOut = reject;
      }),
  );
  messages.mockResolvedValueOnce({ data: [], nextCursor: null, firstUnreadId: null });
  openThread('cv_1');
  const first = reloadThread('cv_1');
  await reloadThread('cv_1');
  timeOut(new ApiError('network'));
  await first;
  expect(useThreads.getState().cv_1).toMatchObject({ phase: 'ready', problem: null });
});

it('says at which end of the loaded part a page could not be loaded, until it is', async () => {
  const failure = new ApiError('internal', { status: 400 });
  openThread('cv_1');
  patchThread('cv_1', { phase: 'ready', nextCursor: 'older', newerCursor: 'newer' });
  const thread = () => useThreads.getState().cv_1;
  messages.mockRejectedValueOnce(failure);
  await loadOlder('cv_1');
  expect(thread()).toMatchObject({
    failedPage: { end: 'older', error: failure },
    loadingPage: null,
    problem: null,
  });
  messages.mockRejectedValueOnce(failure);
  await loadNewer('cv_1');
  expect(thread()?.failedPage?.end).toBe('newer');
  messages.mockResolvedValueOnce({ data: [], newerCursor: null });
  await loadNewer('cv_1');
  expect(thread()).toMatchObject({ failedPage: null, loadingPage: null, newerCursor: null });
});
