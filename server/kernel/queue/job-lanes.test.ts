import { expect, it } from 'vitest';
import type { Bindings, Database } from '../../db/database.ts';
import { newKey } from '../ids.ts';
import { createJobLanes } from './job-lanes.ts';

it('a claim that fails halfway hands out what it has claimed, so that its places are given back', async () => {
  const [first, second] = [newKey(), newKey()];
  let isBroken = true;
  const database = {
    select: async (_sql: string, bindings?: Bindings) => {
      const tenantId = bindings?.tenantId as Buffer | undefined;
      if (!tenantId)
        return [
          { tenantId: first, kind: 'one' },
          { tenantId: second, kind: 'two' },
        ];
      if (tenantId.equals(second) && isBroken) throw new Error('no answer');
      return [{ id: newKey() }];
    },
    run: async () => 1,
  } as unknown as Database;
  const lanes = createJobLanes(database, () => false);
  // More often than there are places for one workspace.
  for (let round = 0; round < 10; round += 1) {
    const { ids } = await lanes.claim(8);
    expect(ids).toHaveLength(1);
    for (const id of ids) lanes.done(id);
  }
  isBroken = false;
  // One of each lane, and one more of each.
  expect((await lanes.claim(8)).ids).toHaveLength(4);
});

it('a claim that gets nothing fails, so that it is logged', async () => {
  const database = {
    select: async () => {
      throw new Error('no answer');
    },
  } as unknown as Database;
  await expect(createJobLanes(database, () => false).claim(8)).rejects.toThrow('no answer');
});
