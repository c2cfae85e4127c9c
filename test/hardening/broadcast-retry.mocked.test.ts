import { expect, it, vi } from 'vitest';
import type * as times from '../../server/flows/broadcasts/recipient-times.ts';
import type * as transactions from '../../server/kernel/context/in-transaction.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import { eventually } from '../helpers/platform.ts';

/** What happens between the worker's last look for people and the transaction in which it completes the broadcast. */
const between = vi.hoisted(() => ({
  /** Called once, when nobody is left to get a message. */
  found: null as (() => Promise<void>) | null,
  /** Called once, when its next transaction is about to begin: what it has counted before is out of date then. */
  completes: null as (() => Promise<void>) | null,
  worker: null as unknown,
}));

vi.mock('../../server/flows/broadcasts/recipient-times.ts', async (original) => {
  const real = await original<typeof times>();
  const duePeople: typeof real.duePeople = async (ctx, ...rest) => {
    const due = await real.duePeople(ctx, ...rest);
    if (due.people.length > 0) return due;
    const { found } = between;
    if (found) {
      between.found = null;
      await found();
      // Messages may have waited when the worker counted them: in the next round, none does.
      throw new Error('once more');
    }
    between.worker = ctx;
    return due;
  };
  return { ...real, duePeople };
});

vi.mock('../../server/kernel/context/in-transaction.ts', async (original) => {
  const real = await original<typeof transactions>();
  const inTransaction: typeof real.inTransaction = async (ctx, change) => {
    const { completes } = between;
    if (completes && ctx === between.worker) {
      between.completes = null;
      await completes();
    }
    return real.inTransaction(ctx, change);
  };
  return { ...real, inTransaction };
});

const rig = setUpBroadcasts();

it('does not complete a broadcast whose failed people are retried in this very moment', async () => {
  const workspace = await rig.setUp();
  const [phone] = await rig.addContacts(workspace, 1);
  const { body: marked } = await workspace.api('POST', '/contacts', { name: 'Later', phone: '15550131049' });
  let id = '';
  const read = async () => (await workspace.api('GET', `/broadcasts/${id}`)).body;
  const retried = new Promise<{ status: number; body: { status: string } }>((resolve) => {
    between.completes = async () => resolve(await workspace.api('POST', `/broadcasts/${id}/retry`));
  });
  between.found = async () => {
    // The platform reports the failure late.
    await eventually(async () => id !== '' && (await read()).counts.retriable === 1);
    await workspace.api('PATCH', `/contacts/${marked.id}`, { phone: '15550159903' });
    // In its next round, the worker completes it.
    expect(await read()).toMatchObject({ status: 'running', counts: { sent: 1, waiting: 0, queued: 0 } });
  };
  const created = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'Race', template: plain, audience: { contacts: [phone, marked.id] } },
  });
  id = created.body.id;
  const answer = await retried;
  expect([answer.status, answer.body.status]).toEqual([200, 'running']);
  const done = await rig.whenDone(workspace, id);
  expect(done.counts).toMatchObject({ recipients: 2, sent: 2, queued: 0, failed: 0 });
  const { body: thread } = await workspace.api('GET', '/messages/15550159903');
  expect(thread.data).toHaveLength(1);
}, 60_000);
