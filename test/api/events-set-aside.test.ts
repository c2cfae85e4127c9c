import { expect, it } from 'vitest';
import { runAdmin } from '../../server/admin/run-admin.ts';
import { readConfig } from '../../server/config.ts';
import { inTransaction } from '../../server/kernel/context/in-transaction.ts';
import type { EventPayload } from '../../shared/events/index.ts';
import { eventually } from '../helpers/platform.ts';
import { SECRET_KEY, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const rig = setUpWebhooks();

/** Records an event that no subscriber but the sockets can read; returns its number. */
async function recordUnreadable({ scope }: TestWorkspace): Promise<number> {
  const { container } = rig.server;
  await inTransaction(container.contextFor(scope), async (ctx) =>
    ctx.record('message.received', {} as EventPayload<'message.received'>, null),
  );
  const [row] = await container.database.select<{ seq: number }>(
    'SELECT MAX(seq) AS seq FROM events WHERE tenant_id = :tenantId',
    { tenantId: scope.key },
  );
  return Number(row?.seq);
}

const jobsOf = ({ scope }: TestWorkspace) =>
  rig.server.container.database.select<{ kind: string; payload: string; lastError: string | null }>(
    `SELECT kind, payload, last_error AS lastError FROM jobs WHERE tenant_id = :tenantId AND kind = 'relay-event'`,
    { tenantId: scope.key },
  );

const admin = async (...args: string[]) => {
  const { exitCode, output } = await runAdmin([...args, '--json'], {
    config: readConfig({}),
    readLine: async () => null,
    withRuntime: (use) => use({ databaseUrl: rig.server.databaseUrl, secretKey: SECRET_KEY }),
  });
  return { exitCode, answer: JSON.parse(output) };
};

it('an event that a subscriber cannot take is set aside within seconds, and the next ones arrive', async () => {
  const { workspace, write, path } = await rig.setUp({ events: ['message.received'] });
  const { tenantId } = workspace.scope;
  await write('one');
  await rig.untilReceived(path, 1);
  const seq = await recordUnreadable(workspace);
  await write('two');
  const shown = await eventually(async () => {
    const { exitCode, answer } = await admin('events', 'show', '--tenant', tenantId);
    return exitCode === 0 && answer.event.seq === seq && answer;
  });
  expect(shown).toMatchObject({ event: { name: 'message.received', payload: {} } });
  expect(shown.waiting).toBeGreaterThan(0);
  await eventually(async () => (await rig.untilReceived(path, 2)).length === 2, 15_000);

  const jobs = await eventually(async () => {
    const found = await jobsOf(workspace);
    return found.length >= 2 && found.every(({ lastError }) => lastError !== null) && found;
  });
  const [ofWebhooks] = jobs.filter(({ payload }) => String(JSON.stringify(payload)).includes('webhooks'));
  expect(ofWebhooks?.lastError).toMatch(
    `webhooks could not process event ${seq} (message.received): TypeError`,
  );
  expect(await rig.server.container.metrics.text()).toMatch(
    /switchboard_events_set_aside_total\{subscriber="webhooks"\} [1-9]/,
  );
  const lines = rig.server.logs.filter((line) => line.includes('set aside')).map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ level: 50, tenantId, subscriber: 'webhooks', seq }));

  // Repaired, the job passes it on.
  await rig.server.container.database.run(
    `UPDATE events SET name = 'reminders.changed', payload = '{}' WHERE tenant_id = :tenantId AND seq = :seq`,
    { tenantId: workspace.scope.key, seq },
  );
  await rig.server.container.database.run(
    'UPDATE jobs SET visible_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId',
    { tenantId: workspace.scope.key },
  );
  await eventually(async () => (await jobsOf(workspace)).length === 0);
}, 40_000);

it('the operator skips the event that the relay stays at, and no other', async () => {
  const { workspace, write, path } = await rig.setUp({ events: ['message.received'] });
  const { tenantId } = workspace.scope;
  await write('one');
  await rig.untilReceived(path, 1);
  const seq = await recordUnreadable(workspace);
  expect(await admin('events', 'skip', '--tenant', tenantId, '--seq', String(seq + 1))).toMatchObject({
    exitCode: 1,
  });
  await eventually(async () => {
    const { answer } = await admin('events', 'skip', '--tenant', tenantId, '--seq', String(seq));
    return answer.skipped === seq;
  });
  await write('two');
  await rig.untilReceived(path, 2);
  expect((await jobsOf(workspace)).length).toBeGreaterThan(0);
}, 40_000);
