import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { oncePerTurn } from './index.ts';

it('looks a key up once for all requests of a turn, and again for those after it', async () => {
  const find = vi.fn(async (token: string) => ({ token }));
  const ask = oncePerTurn(find);
  const [first, same, other] = await Promise.all([ask('a'), ask('a'), ask('b')]);
  expect(first).toBe(same);
  expect(other).toEqual({ token: 'b' });
  expect(find.mock.calls).toEqual([['a'], ['b']]);
  await ask('a');
  expect(find).toHaveBeenCalledTimes(3);
});

it('asks again while a look-up is running: the key may have been revoked since it began', async () => {
  const answers: ((live: boolean) => void)[] = [];
  const ask = oncePerTurn(() => new Promise<boolean>((resolve) => answers.push(resolve)));
  const before = ask('a');
  await nextTurn();
  const after = ask('a');
  await nextTurn();
  expect(answers).toHaveLength(2);
  answers[1]?.(false);
  answers[0]?.(true);
  expect(await Promise.all([before, after])).toEqual([true, false]);
});

it('passes an error on to the requests of its turn alone', async () => {
  const find = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue('found');
  const ask = oncePerTurn(find);
  const failed = await Promise.allSettled([ask('a'), ask('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask('a')).toBe('found');
});
