import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { encodeId } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import type { Broadcast } from '../../shared/contract/public/broadcasts.contract.ts';
import { eventually } from '../helpers/platform.ts';
import { addTemplate } from '../helpers/templates.ts';
import { type Answer, bearer, call } from '../helpers/test-server.ts';
import { connect, type FaultRig, setUpRig } from './fault-rig.ts';

const TEMPLATE = 'spring';
/** Contacts of one request: few enough for a busy machine. */
const AT_ONCE = 100;
/** Longer than a request that has left takes to be with the platform, which runs in the test's process. */
const ARRIVAL_MS = 150;

/** Calls the API; null when the connection broke. */
export async function tryApi(
  { server, workspace }: FaultRig,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | null> {
  try {
    return await call(`${server.url}/api/v1${path}`, { method, body, headers: bearer(workspace.apiKey) });
  } catch {
    return null;
  }
}

/** Starts everything with a template that the server knows, and so many contacts; returns their numbers too. */
export async function setUpBroadcast(people: number): Promise<{ rig: FaultRig; phones: string[] }> {
  const rig = await setUpRig({
    knobs: { sendLatencyMs: 60 },
    prepare: async (platform) => {
      const limit = { messagingLimit: 'TIER_UNLIMITED' };
      await platform.control('PATCH', `/accounts/${demoAccount.phoneNumberId}`, limit);
      await addTemplate(platform, { name: TEMPLATE, category: 'MARKETING' });
    },
  });
  const phones = Array.from({ length: people }, (_, index) => `155502${String(10_000 + index)}`);
  for (let from = 0; from < people; from += AT_ONCE) {
    const contacts = phones.slice(from, from + AT_ONCE).map((phone) => ({ phone, name: `Person ${phone}` }));
    await eventually(
      async () => (await tryApi(rig, 'POST', '/contacts/batch', { contacts }))?.status === 200,
    );
  }
  await eventually(async () => {
    const answer = await tryApi(rig, 'GET', `/templates?search=${TEMPLATE}`);
    return answer?.body.data.length > 0;
  });
  return { rig, phones };
}

/** Starts a broadcast to all contacts. */
export async function startBroadcast(rig: FaultRig): Promise<Broadcast> {
  const body = { name: 'Spring', template: { name: TEMPLATE, language: 'en' }, audience: { all: true } };
  const answer = await tryApi(rig, 'POST', '/broadcasts', body);
  expect(answer?.status, JSON.stringify(answer?.body)).toBe(201);
  return answer?.body;
}

/** Returns a broadcast, with counts of this moment. */
export async function readBroadcast(rig: FaultRig, id: string): Promise<Broadcast> {
  const answer = await tryApi(rig, 'GET', `/broadcasts/${id}`);
  expect(answer?.status).toBe(200);
  return answer?.body;
}

/** What a kill has interrupted: sends whose outcome the server does not know. */
export interface Interrupted {
  /** The platform has them: its status says so after the restart. */
  arrived: number;
  /** The platform has never seen them. */
  lost: number;
}

/**
 * Kills the server, lets the 60 seconds pass in which a status of an interrupted send would come, and starts it again.
 * They pass only for what the platform does not have: for the others, its status comes within them.
 */
export async function killAndRestart(rig: FaultRig): Promise<Interrupted> {
  const { server, database, platform } = rig;
  await server.kill();
  let before = -1;
  for (let now = 0; now !== before; now = (await platformSends(rig)).length) {
    before = now;
    await sleep(ARRIVAL_MS);
  }
  const handedOver = await database.select<{ id: Buffer }>(
    'SELECT id FROM outbound_sends WHERE handed_over_at IS NOT NULL',
  );
  let arrived = 0;
  for (const { id } of handedOver) {
    const { body } = await platform.control('GET', `/sends?opaque=${encodeId('message', id)}`);
    if (body.data.length > 0) arrived += 1;
    else {
      await database.run(
        'UPDATE outbound_sends SET handed_over_at = handed_over_at - INTERVAL 61 SECOND WHERE id = :id',
        { id },
      );
    }
  }
  await server.start();
  // The platform tries its callbacks again as soon as it knows the address; it would within minutes.
  await connect(rig);
  return { arrived, lost: handedOver.length - arrived };
}

/** Returns how many people of the broadcast have their message. */
export async function countCreated({ database, workspace }: FaultRig): Promise<number> {
  const [row] = await database.select<{ count: number }>(
    'SELECT COUNT(*) AS count FROM broadcast_recipients WHERE tenant_id = :t AND state = 2',
    { t: workspace.tenantKey },
  );
  return Number(row?.count);
}

/** A message as the platform accepted it, in the order in which it did. */
export interface PlatformSend {
  waId: string;
  type: string;
  text: string;
  opaque: string;
}

export async function platformSends({ platform }: FaultRig): Promise<PlatformSend[]> {
  return (await platform.control('GET', '/sends')).body.data;
}

/** Returns how often the platform accepted a template for each number. */
export function templatesByNumber(sends: readonly PlatformSend[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { waId, type } of sends) {
    if (type === 'template') counts.set(waId, (counts.get(waId) ?? 0) + 1);
  }
  return counts;
}
