import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type MESSAGE_STATUSES, STATUS_RANK } from '../../shared/domain/message-status.ts';
import { send } from '../faults/client.ts';
import { type FaultRig, setUpRig } from '../faults/fault-rig.ts';
import { createFaultWorkspace } from '../faults/fault-workspace.ts';
import { expectConsistent, settle, untilSent } from '../faults/invariants.ts';
import { isSoak, sized } from '../helpers/lane.ts';
import { call } from '../helpers/test-server.ts';
import { type Expected, type HostileCallback, hostileMix } from './hostile-mix.ts';

/** `HOSTILE_CALLBACKS=10000` is the largest run; `HOSTILE_SEED` reproduces a failure. */
const COUNT = Number(process.env.HOSTILE_CALLBACKS ?? sized(200, 1_500));
const SEED = Number(process.env.HOSTILE_SEED ?? (isSoak ? Math.floor(Math.random() * 2 ** 31) : 1));
const AT_ONCE = 24;

async function post(rig: FaultRig, one: HostileCallback): Promise<number | null> {
  const headers: Record<string, string> =
    one.signature === null ? {} : { 'x-hub-signature-256': one.signature };
  const url = `${rig.server.url}/api/v1/webhook/${one.tenantId}`;
  return call(url, { method: 'POST', body: one.raw, headers }).then(
    ({ status }) => status,
    () => null,
  );
}

/** Posts all callbacks concurrently. Like the platform, retries while the server is down. */
async function postAll(
  rig: FaultRig,
  callbacks: readonly HostileCallback[],
  onProgress: (done: number) => Promise<void>,
): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  let next = 0;
  const lane = async () => {
    for (let index = next; index < callbacks.length; index = next) {
      next += 1;
      await onProgress(index);
      const one = callbacks[index] as HostileCallback;
      let status = await post(rig, one);
      for (let tries = 0; status === null && tries < 300; tries += 1) {
        await sleep(100);
        status = await post(rig, one);
      }
      const line = `wanted ${one.answer}, got ${status}`;
      answers.set(line, (answers.get(line) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}

/** Returns the server process's resident memory in bytes, from its metrics. */
async function memoryOf(rig: FaultRig): Promise<number> {
  const text = await (await fetch(`${rig.server.url}/metrics`)).text();
  return Number(/^switchboard_process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

/** Sends messages that the platform accepts without reporting a status. Returns their platform ids. */
async function sentMessages(rig: FaultRig, count: number): Promise<string[]> {
  await rig.platform.configure({
    outsideWindow: 'silent',
    sentDelayMs: [1e8, 1e8],
    deliveredDelayMs: [1e8, 1e8],
  });
  const customers = Array.from({ length: count }, (_, index) => `155501${String(60_000 + index)}`);
  for (const customer of customers) await rig.platform.customerWrites(customer, 'hello');
  await settle(rig);
  await Promise.all(customers.map((customer) => send(rig, customer, 'a message of ours')));
  await untilSent(rig);
  const rows = await rig.database.select<{ platformId: string }>(
    "SELECT platform_id AS platformId FROM messages WHERE tenant_id = :tenantId AND direction = 'outbound'",
    { tenantId: rig.workspace.tenantKey },
  );
  return rows.map((row) => row.platformId);
}

async function expectStored(rig: FaultRig, expected: Expected): Promise<void> {
  const tenantId = rig.workspace.tenantKey;
  const rows = await rig.database.select<{
    platformId: string;
    status: (typeof MESSAGE_STATUSES)[number];
    direction: string;
  }>('SELECT platform_id AS platformId, status, direction FROM messages WHERE tenant_id = :tenantId', {
    tenantId,
  });
  const inbound = rows
    .filter((row) => row.platformId.startsWith('wamid.hostile.'))
    .map((row) => row.platformId);
  expect(inbound.length).toBe(expected.messages.size);
  expect(new Set(inbound)).toEqual(expected.messages);
  expect(rows.filter((row) => /stray|poison/.test(row.platformId))).toEqual([]);
  for (const row of rows.filter(({ direction }) => direction === 'outbound')) {
    const reports = [...(expected.reports.get(row.platformId) ?? []), 'sent'] as (keyof typeof STATUS_RANK)[];
    const highest = reports.sort((a, b) => STATUS_RANK[b] - STATUS_RANK[a])[0];
    expect(row.status, row.platformId).toBe(highest);
  }
  const parked = await rig.database.select<{ mark: string }>(
    "SELECT DISTINCT JSON_UNQUOTE(JSON_EXTRACT(payload, '$.mark')) AS mark FROM parked_items WHERE tenant_id = :tenantId AND JSON_EXTRACT(payload, '$.mark') IS NOT NULL",
    { tenantId },
  );
  expect(new Set(parked.map((row) => row.mark))).toEqual(expected.poison);
}

describe(`${COUNT} hostile callbacks, HOSTILE_SEED=${SEED}`, () => {
  // The loop has the harder one only: what it stores is compared in the same way.
  it.each([
    ...(isSoak ? ([['to a running server', 0]] as const) : []),
    ['to a server that is killed during the run', sized(1, 2)] as const,
  ])(
    '%s: valid items are stored once, statuses never regress, unreadable items are parked, forged callbacks rejected',
    async (_, kills) => {
      const rig = await setUpRig();
      const other = await createFaultWorkspace(rig.database, 'other');
      const sent = await sentMessages(rig, sized(20, 60));
      const count = kills > 0 ? Math.ceil(COUNT / 2) : COUNT;
      const { callbacks, expected } = hostileMix({
        ...{
          seed: SEED + kills,
          count,
          tenantId: rig.workspace.tenantId,
          otherTenantId: other.tenantId,
          sent,
        },
      });
      const memory: number[] = [];
      const sampleEvery = Math.max(1, Math.floor(count / 12));
      const killAt = Array.from({ length: kills }, (_one, index) =>
        Math.floor((count * (index + 1)) / (kills + 1)),
      );
      const answers = await postAll(rig, callbacks, async (done) => {
        if (kills === 0 && done % sampleEvery === 0) memory.push(await memoryOf(rig));
        if (!killAt.includes(done)) return;
        await rig.server.kill();
        await rig.server.start();
      });
      await settle(rig, 600_000);
      if (kills === 0) memory.push(await memoryOf(rig));

      expect([...answers.keys()].sort()).toEqual(['wanted 200, got 200', 'wanted 401, got 401']);
      await expectStored(rig, expected);
      await expectConsistent(rig);
      if (kills > 0) return;
      const inMiB = memory.map((bytes) => Math.round(bytes / 2 ** 20));
      console.log(`${count} callbacks, ${expected.messages.size} messages: memory in MiB ${inMiB.join(' ')}`);
      const early = Math.max(...inMiB.slice(0, 5));
      expect(inMiB.at(-1)).toBeLessThan(early * 1.35 + 30);
    },
    1_800_000,
  );
});
