import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSoak, sized } from '../helpers/lane.ts';
import { eventually } from '../helpers/platform.ts';
import { callbackBodies } from './callback-bodies.ts';
import { setUpFuzzRig } from './fuzz-rig.ts';

const CALLBACKS = sized(200, 1_500, 100);
/** The loop posts the same callbacks each time; the soak lane posts new ones. */
const SEED = Number(process.env.FUZZ_SEED ?? (isSoak ? Date.now() % 2 ** 31 : 1));

it(`accepts ${CALLBACKS} invalid signed callbacks, and processes every one of them`, async () => {
  const { server, database, makeTenant } = await setUpFuzzRig();
  const tenant = await makeTenant();
  const bodies = fc.sample(callbackBodies(tenant.phoneNumberId), { numRuns: CALLBACKS, seed: SEED });
  const post = async (body: Buffer) => {
    const answer = await fetch(`${server.url}/api/v1/webhook/${tenant.id}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': tenant.sign(body) },
    });
    expect(answer.status, `seed ${SEED}: ${body.toString('latin1').slice(0, 1_000)}`).toBe(200);
  };
  for (let from = 0; from < bodies.length; from += 8) {
    await Promise.all(bodies.slice(from, from + 8).map(post));
  }

  const waiting = () =>
    database.select<{ body: Buffer; attempts: number }>(
      'SELECT body, attempts FROM inbound_callbacks WHERE tenant_id = :tenantId AND state = 0',
      { tenantId: tenant.key },
    );
  // A callback that can never be processed is retried, less and less often.
  await eventually(async () => (await waiting()).every(({ attempts }) => attempts > 2), 60_000);
  const stuck = (await waiting()).map(({ body }) => body.toString('latin1').slice(0, 2_000));
  expect(stuck.toSorted((one, other) => one.length - other.length).slice(0, 1), `seed ${SEED}`).toEqual([]);

  // Messages are counted correctly, whatever else was in the callback.
  const miscounted = await database.select<object>(
    `SELECT HEX(c.id) AS id, c.message_count, COUNT(m.id) AS messages FROM conversations c
     LEFT JOIN messages m ON m.tenant_id = c.tenant_id AND m.conversation_id = c.id
     WHERE c.tenant_id = :tenantId GROUP BY c.id HAVING c.message_count <> messages`,
    { tenantId: tenant.key },
  );
  expect(miscounted).toEqual([]);
}, 180_000);
