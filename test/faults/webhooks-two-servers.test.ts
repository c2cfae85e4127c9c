import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import type { Received } from '../helpers/webhook-receiver/index.ts';
import { deliver, inboundCallback } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { prepareServer } from './server-process.ts';
import { addReceiver, expectAllReceived, expectLogAgrees, idOf } from './webhook-receivers.ts';

const EVENTS = 100;
const RESPONSE_MS = 100;
/** Fewer than the ten after which a delivery fails. */
const TRIES = 4;

it('two servers on one database never attempt a delivery at the same time, and one continues without the other', async () => {
  const made = await createTestDatabase();
  onTestFinished(() => made.drop());
  // Neither is the only server of its database: a lease may belong to the other one.
  const environment = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', EMBEDDED_DATABASE: '0' };
  const rig = await setUpRig({ databaseUrl: made.url, environment });
  const second = await prepareServer({
    databaseUrl: made.url,
    graphUrl: rig.platform.url,
    environment: { ...environment, DATA_DIR: rig.dataDir },
  });
  onTestFinished(() => second.kill());
  await second.start();
  const [good, failing] = await Promise.all([addReceiver(rig, 0), addReceiver(rig, 1)]);
  await good.behave({ wait: RESPONSE_MS });
  await failing.behave({ wait: RESPONSE_MS, status: 500 });

  const servers = [rig.server, second];
  const callbacks = Array.from({ length: EVENTS }, (_, index) =>
    inboundCallback(`155502${String(40_000 + (index % 20))}`, `event ${index}`),
  );
  const write = (from: number, to: number) =>
    Promise.all(
      callbacks
        .slice(from, to)
        .map((callback, index) => deliver({ ...rig, server: servers[index % 2] ?? rig.server }, callback)),
    );
  const half = EVENTS / 2;
  await write(0, half);
  await eventually(async () => good.ids().size === half, 30_000);

  // One server is frozen in the middle of its work; the other handles everything new.
  rig.server.freeze();
  const before = good.received().length;
  await Promise.all(callbacks.slice(half).map((callback) => deliver({ ...rig, server: second }, callback)));
  await eventually(async () => good.ids().size === EVENTS, 30_000);
  rig.server.thaw();
  expect(good.received().length).toBeGreaterThan(before);
  // Failed deliveries become due for both at the same time.
  await makeClaimsSlow(rig);
  await eventually(async () => {
    await makeRetriesDue(rig, TRIES);
    return timesOf(failing.received()).filter((times) => times.length >= TRIES).length >= 20;
  }, 60_000);
  await failing.behave({ wait: RESPONSE_MS });
  await eventually(async () => {
    await makeRetriesDue(rig, 2 * TRIES);
    const [row] = await rig.database.select<{ open: number }>(
      '/* system: test */ SELECT COUNT(*) AS open FROM webhook_deliveries WHERE state = 0',
    );
    return Number(row?.open) === 0;
  }, 60_000);

  const platformIds = callbacks.map(({ platformId }) => platformId);
  for (const receiver of [good, failing]) {
    expectAllReceived(receiver, platformIds);
    // No server crashed, so the log has every request.
    expect(await expectLogAgrees(rig, receiver)).toBe(0);
    const overlaps = timesOf(receiver.received()).filter((times) =>
      times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < RESPONSE_MS),
    );
    expect(overlaps).toEqual([]);
  }
  expect(good.received()).toHaveLength(EVENTS);
}, 180_000);

/**
 * Makes each claimed row take 20 ms, so that the two servers often look at the same ones: rows that
 * one of them is claiming still look free to the other.
 */
async function makeClaimsSlow({ database }: FaultRig): Promise<void> {
  await database.sequelize.query(
    `CREATE TRIGGER slow_claims BEFORE UPDATE ON webhook_deliveries FOR EACH ROW SET NEW.attempts = NEW.attempts
       + IF(NEW.lease_token IS NULL OR NEW.lease_token <=> OLD.lease_token, 0, SLEEP(0.02))`,
  );
}

/**
 * Ends the waits after failures: deliveries with fewer attempts are due now. In transactions, because
 * those are retried after a deadlock with a claim.
 */
async function makeRetriesDue({ database }: FaultRig, tries: number): Promise<void> {
  await database.transaction((tx) =>
    database.run(
      '/* system: test */ UPDATE webhook_endpoints SET failures = 0, resting_until = NULL WHERE failures > 0',
      {},
      tx,
    ),
  );
  await database.transaction((tx) =>
    database.run(
      `/* system: test */ UPDATE webhook_deliveries SET visible_at = created_at
       WHERE state = 0 AND lease_token IS NULL AND attempts BETWEEN 1 AND :last`,
      { last: tries - 1 },
      tx,
    ),
  );
}

/** Returns the times of each webhook-id's requests. Two within one response time were concurrent. */
function timesOf(received: readonly Received[]): number[][] {
  const times = new Map<string, number[]>();
  for (const request of received) times.set(idOf(request), [...(times.get(idOf(request)) ?? []), request.at]);
  return [...times.values()].map((ats) => ats.toSorted((a, b) => a - b));
}
