import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { ApiError } from './api-error.ts';
import { askAgain, queryClient } from './query-client.ts';

it('asks again at once although a request hangs', async () => {
  let requests = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['what hangs'],
    retryDelay: 0,
    queryFn: () => {
      requests += 1;
      if (requests < 3) throw new ApiError('network');
      return requests === 3 ? new Promise<string>(() => undefined) : 'loaded';
    },
  });
  onTestFinished(observer.subscribe(() => undefined));
  await expect.poll(() => requests).toBe(3);
  await askAgain();
  const { data } = await observer.refetch();
  expect([data, requests]).toEqual(['loaded', 4]);
});
