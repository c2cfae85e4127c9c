import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { reloadThread } from './threads.actions.ts';
import { openThread, resetThreads, useThreads } from './threads.store.ts';

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
