import type { Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import { notify } from './notifications.repository.ts';
import { endedSnoozes, endSnooze, lockWorkState, tenantsWithEndedSnoozes } from './work-state.repository.ts';
import { recordChange } from './work-state.service.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 100;

/** Creates the worker that opens conversations again when their snooze ends. */
export function createSnoozeEnds(resources: Resources) {
  return createItemRounds(resources, {
    name: 'snooze_ends',
    everyMs: EVERY_MS,
    problem: 'could not end snoozes; will retry',
    tenants: tenantsWithEndedSnoozes,
    atOnce: AT_ONCE,
    due: endedSnoozes,
    keyOf: (id) => id,
    work: (ctx, id) =>
      inTransaction(ctx, async (ctx) => {
        if (!(await endSnooze(ctx, id))) return;
        const state = await lockWorkState(ctx, id);
        if (state?.assigneeId) {
          const { assigneeId: userId, contactId } = state;
          const about = { conversationId: id, contactId, actorId: null, subjectId: null };
          await notify(ctx, { ...about, userId, kind: 'snooze_ended' });
        }
        await recordChange(ctx, id);
      }),
  });
}
