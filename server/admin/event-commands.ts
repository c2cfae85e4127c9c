import { z } from 'zod';
import { AppError } from '../../shared/domain/errors.ts';
import type { Container } from '../container.ts';
import { markRelayed, readEvents, relayedSeq } from '../kernel/outbox/relay.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { defineCommand } from './command.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** An event and how far the relay has come, in one answer. */
async function eventAt({ database }: Container, scope: TenantScope, seq: number) {
  const { events, latestSeq } = await readEvents(database, scope, seq - 1, 1);
  const [event] = events;
  if (event?.seq !== seq) {
    throw new AppError('validation_failed', {
      message: `There is no event ${seq}: the newest is ${latestSeq}, and events are kept for 7 days.`,
      details: [{ path: 'seq', message: 'Use a number from the log, or leave it out.' }],
    });
  }
  return { event, waiting: latestSeq - (await relayedSeq(database, scope)) };
}

/** `events show`: an event of a workspace; without a number, the next one that the relay passes on. */
export const eventsShow = defineCommand({
  group: 'events',
  name: 'show',
  summary: 'show the event that blocks a workspace’s relay, or any other (it may contain personal data)',
  options: [
    TENANT_OPTION,
    ['--seq <number>', 'the number of the event, as shown in the log (default: the next)'],
  ],
  input: z.object({ tenant: TenantOptionSchema, seq: z.coerce.number().int().min(1).optional() }),
  run: async ({ tenant, seq }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { event, waiting } = await eventAt(
      container,
      scope,
      seq ?? (await relayedSeq(container.database, scope)) + 1,
    );
    return { waiting, event };
  },
});

/** `events skip`: the relay of a running server continues after it within half a minute. */
export const eventsSkip = defineCommand({
  group: 'events',
  name: 'skip',
  summary: 'set aside the event that a workspace’s relay stays at; it is passed on again as background jobs',
  options: [TENANT_OPTION, ['--seq <number>', 'the number of the event, as `events show` printed it']],
  input: z.object({ tenant: TenantOptionSchema, seq: z.coerce.number().int().min(1) }),
  run: async ({ tenant, seq }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { event } = await eventAt(container, scope, seq);
    if ((await relayedSeq(container.database, scope)) !== seq - 1) {
      throw new AppError('validation_failed', {
        message: `The relay is not blocked at event ${seq}.`,
        details: [{ path: 'seq', message: 'Use the number that `events show` prints.' }],
      });
    }
    // Before the cursor: killed in between, the event is passed on twice, which subscribers expect.
    await container.relay.setAside(scope, seq);
    await markRelayed(container.database, scope.key, seq);
    return { skipped: event.seq, name: event.name };
  },
});
