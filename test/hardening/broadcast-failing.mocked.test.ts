import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type * as starts from '../../server/flows/broadcasts/expand-audience.ts';
import type * as times from '../../server/flows/broadcasts/recipient-times.ts';
import type * as limits from '../../shared/domain/templates/broadcasts.ts';
import { plain, setUpBroadcasts } from '../helpers/broadcasts.ts';
import type { TestWorkspace } from '../helpers/test-server.ts';

/** The real time, five minutes, takes longer to wait for. */
const FAILING_MS = 1_500;

/** What each step of the worker throws. */
const thrown = vi.hoisted(() => ({ begins: null as Error | null, looks: null as Error | null }));

vi.mock('../../shared/domain/templates/broadcasts.ts', async (original) => ({
  ...(await original<typeof limits>()),
  BROADCAST_FAILING_MS: 1_500,
}));

vi.mock('../../server/flows/broadcasts/expand-audience.ts', async (original) => {
  const real = await original<typeof starts>();
  const begin: typeof real.begin = async (...given) => {
    if (thrown.begins) throw thrown.begins;
    return real.begin(...given);
  };
  return { ...real, begin };
});

vi.mock('../../server/flows/broadcasts/recipient-times.ts', async (original) => {
  const real = await original<typeof times>();
  const duePeople: typeof real.duePeople = async (...given) => {
    if (thrown.looks) throw thrown.looks;
    return real.duePeople(...given);
  };
  return { ...real, duePeople };
});

const rig = setUpBroadcasts();

async function create(workspace: TestWorkspace, extra: object = {}): Promise<string> {
  const { status, body } = await workspace.api('POST', '/broadcasts', {
    ...{ name: 'News', template: plain, audience: { tag: 'news' }, ...extra },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.id;
}

/** Returns how many broadcasts the operator is warned of. */
async function warnings(): Promise<number> {
  const text = await rig.server.container.metrics.text();
  return Number(/^switchboard_jobs_failed_total\{kind="broadcast".*\} (\S+)$/m.exec(text)?.[1]);
}

it('pauses a broadcast whose every step fails, warns the operator, and goes on once it is resumed', async () => {
  const workspace = await rig.setUp();
  await rig.addContacts(workspace, 2);
  const before = await warnings();
  thrown.looks = new TypeError('of the test');
  const id = await create(workspace);
  const paused = await rig.whenDone(workspace, id, { status: 'paused' });
  expect(paused).toMatchObject({ pauseReason: 'server_error', counts: { sent: 0 } });
  expect(await warnings()).toBe(before + 1);

  thrown.looks = null;
  const { body: resumed } = await workspace.api('POST', `/broadcasts/${id}/resume`);
  expect(resumed).toMatchObject({ status: 'running', pauseReason: null });
  expect((await rig.whenDone(workspace, id)).counts).toMatchObject({ recipients: 2, sent: 2 });
}, 60_000);

it('pauses one that cannot begin at its time', async () => {
  const workspace = await rig.setUp();
  await rig.addContacts(workspace, 1);
  thrown.begins = new TypeError('of the test');
  const id = await create(workspace, { sendAt: new Date(Date.now() + 3_600_000).toISOString() });
  const paused = await rig.whenDone(workspace, id, { status: 'paused' });
  expect(paused).toMatchObject({ pauseReason: 'server_error', startedAt: null });
  thrown.begins = null;
  const { body: resumed } = await workspace.api('POST', `/broadcasts/${id}/resume`);
  expect(resumed.status).toBe('scheduled');
}, 60_000);

it('waits for the end of an outage of the database', async () => {
  const workspace = await rig.setUp();
  await rig.addContacts(workspace, 1);
  thrown.looks = Object.assign(new Error('of the test'), { errno: 2013 });
  const id = await create(workspace);
  await sleep(FAILING_MS + 1_000);
  expect((await workspace.api('GET', `/broadcasts/${id}`)).body.status).toBe('running');
  thrown.looks = null;
  expect((await rig.whenDone(workspace, id)).counts).toMatchObject({ sent: 1 });
}, 60_000);
