import { expect, it } from 'vitest';
import type { Bindings, Database } from '../../db/database.ts';
import { newKey } from '../../kernel/ids.ts';
import { createSendLanes } from './send-lanes.ts';
import { createSendPace } from './send-pace.ts';

it('a claim that fails halfway hands out what it has claimed, so that no lane fills up with sends that nobody works on', async () => {
  const [first, second] = [newKey(), newKey()];
  const database = {
    select: async (_sql: string, bindings?: Bindings) => {
      const tenantId = bindings?.tenantId as Buffer | undefined;
      if (!tenantId) return [first, second].map((tenantId) => ({ tenantId, isPaused: 0, isProbeDue: null }));
      if (tenantId.equals(second)) throw new Error('no answer');
      return [{ id: newKey(), contactId: newKey(), isBroadcast: 0 }];
    },
    run: async () => 1,
  } as unknown as Database;
  const pace = createSendPace(() => 1_000);
  const lanes = createSendLanes(database, pace, { perLane: 3, perLaneOfBroadcasts: 2, reserved: 0 });
  // More often than there are places in the lane.
  for (let round = 0; round < 10; round += 1) {
    const { ids } = await lanes.claim(8);
    expect(ids).toHaveLength(1);
    for (const id of ids) lanes.done(id);
  }
});
