import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { send } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';
import { settle } from '../faults/invariants.ts';
import { acceptedByPlatform } from '../faults/messages-of.ts';
import { sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';

const PHONE = '15550177100';
/** In the soak lane longer than the drain of before, which cut the send off. */
const LATENCY_MS = sized(1_000, 12_000);

it('SEC-24: a stopping server is not ready first, still serves, and ends after its sends', async () => {
  const made = await createTestDatabase();
  const rig = await setUpRig({
    databaseUrl: made.url,
    knobs: { sendLatencyMs: LATENCY_MS },
    // An external database, as behind a balancer.
    environment: { EMBEDDED_DATABASE: '0', DRAIN_DELAY_SECONDS: '1' },
  });
  await rig.platform.customerWrites(PHONE, 'hello');
  await settle(rig);
  const sent = send(rig, PHONE, 'in flight');
  await eventually(async () => {
    const rows = 'SELECT 1 FROM outbound_sends WHERE handed_over_at IS NOT NULL';
    return (await rig.database.select(`/* system: test */ ${rows}`)).length === 1;
  });
  const ended = rig.server.terminate();
  await eventually(async () => (await fetch(`${rig.server.url}/readyz`)).status === 503);
  expect(await (await fetch(`${rig.server.url}/readyz`)).json()).toMatchObject({
    reason: 'the server is stopping',
  });
  expect((await fetch(`${rig.server.url}/healthz`)).status).toBe(200);
  expect((await ended).code, rig.server.output()).toBe(0);
  expect((await sent).kind).toBe('accepted');
  // The answer of the platform is stored: nothing waits for the outcome of the send.
  expect(await rig.database.select('/* system: test */ SELECT 1 FROM outbound_sends')).toEqual([]);
  await rig.server.start();
  await sleep(sized(0, 2_000));
  expect([...(await acceptedByPlatform(rig)).values()]).toEqual([1]);
}, 90_000);
