import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../helpers/platform.ts';
import { createTestDatabase } from '../helpers/test-db.ts';
import type { Received } from '../helpers/webhook-receiver/index.ts';
import { deliver, inboundCallback } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { prepareServer } from './server-process.ts';
import { addReceiver, expectAllTold, expectLogAgrees, idOf } from './webhook-receivers.ts';

const EVENTS = 100;
const ANSWER_MS = 100;
/** Fewer than the ten after which a delivery is given up. */
const TRIES = 4;

it('two API servers on one database: no delivery is attempted by both at once, and one goes on without the other', async () => {
  const made = await createTestDatabase();
  onTestFinished(() => made.drop());
  // Neither is the only one of its database: what is leased there may be the other's.
  const environment = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', EMBEDDED_DATABASE: '0' };
  const rig = await setUpRig({ databaseUrl: made.url, environment });
  const second = await prepareServer({ databaseUrl: made.url, graphUrl: rig.platform.url, environment });
  onTestFinished(() => second.kill());
  await second.start();
  const [well, sick] = await Promise.all([addReceiver(rig, 0), addReceiver(rig, 1)]);
  await well.behave({ wait: ANSWER_MS });
  await sick.behave({ wait: ANSWER_MS, status: 500 });

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
  await eventually(async () => well.ids().size === half, 30_000);

  // The one stands still in the midst of its work; the other does all that comes.
  rig.server.freeze();
  const before = well.received().length;
  await Promise.all(callbacks.slice(half).map((callback) => deliver({ ...rig, server: second }, callback)));
  await eventually(async () => well.ids().size === EVENTS, 30_000);
  rig.server.thaw();
  expect(well.received().length).toBeGreaterThan(before);
  // What has failed is due for both of them at the same moments.
  await makeClaimsSlow(rig);
  await eventually(async () => {
    await letAllTry(rig, TRIES);
    return timesOf(sick.received()).filter((times) => times.length >= TRIES).length >= 20;
  }, 60_000);
  await sick.behave({ wait: ANSWER_MS });
  await eventually(async () => {
    await letAllTry(rig, 2 * TRIES);
    const [row] = await rig.database.select<{ open: number }>(
      '/* system: test */ SELECT COUNT(*) AS open FROM webhook_deliveries WHERE state = 0',
    );
    return Number(row?.open) === 0;
  }, 60_000);

  const platformIds = callbacks.map(({ platformId }) => platformId);
  for (const receiver of [well, sick]) {
    expectAllTold(receiver, platformIds);
    // Nobody crashed: the log knows of every request.
    expect(await expectLogAgrees(rig, receiver)).toBe(0);
    const overlaps = timesOf(receiver.received()).filter((times) =>
      times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < ANSWER_MS),
    );
    expect(overlaps).toEqual([]);
  }
  expect(well.received()).toHaveLength(EVENTS);
}, 180_000);

/**
 * A claim takes 20 ms for each row from now on, so that the two servers often look at the same ones: what
 * one of them is just taking still seems free to the other.
 */
async function makeClaimsSlow({ database }: FaultRig): Promise<void> {
  await database.sequelize.query(
    `CREATE TRIGGER slow_claims BEFORE UPDATE ON webhook_deliveries FOR EACH ROW SET NEW.attempts = NEW.attempts
       + IF(NEW.lease_token IS NULL OR NEW.lease_token <=> OLD.lease_token, 0, SLEEP(0.02))`,
  );
}

/**
 * Ends the pauses that failures have brought: what has been tried fewer times is due now. In transactions,
 * for those are tried again when a claim of the servers was in the way.
 */
async function letAllTry({ database }: FaultRig, tries: number): Promise<void> {
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

/** When the requests of each webhook-id came, in order. Two less than an answer apart were attempted at once. */
function timesOf(received: readonly Received[]): number[][] {
  const times = new Map<string, number[]>();
  for (const request of received) times.set(idOf(request), [...(times.get(idOf(request)) ?? []), request.at]);
  return [...times.values()].map((ats) => ats.toSorted((a, b) => a - b));
}
