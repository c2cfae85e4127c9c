import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from 'mysql2/promise';
import { expect, inject, it, onTestFinished } from 'vitest';
import { atRate, inboundCallback, postRaw } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';

const PER_SECOND = 100;
/** Ours and the floor take turns, a second each, so that a slow moment of the machine meets both. */
const ROUNDS = 10;
const COUNT = PER_SECOND * ROUNDS;

/** How much slower than a bare INSERT behind a bare server an answer may be: the middle round's 95th percentile. */
const ALLOWED_RATIO = 8;

it(`answers ${PER_SECOND} callbacks a second, each stored before its 200`, async () => {
  const rig = await setUpRig();
  const floor = await startFloor();
  const callbacks = Array.from({ length: COUNT + 200 }, (_, index) =>
    inboundCallback(String(15550130000 + (index % 50)), `load ${index}`),
  );
  const bodyOf = (index: number) => callbacks[index]?.raw ?? '';
  // Warm both up, so that neither is measured while its code is being compiled.
  await atRate(PER_SECOND, 200, (index) => postRaw(rig, bodyOf(COUNT + index)));
  await atRate(PER_SECOND, 200, (index) => floor.post(bodyOf(index)));

  const statuses: (number | null)[] = [];
  const ours: number[][] = [];
  const bare: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = (index: number) => bodyOf(round * PER_SECOND + index);
    ours.push(await times((index) => postRaw(rig, body(index)).then((status) => statuses.push(status))));
    bare.push(await times((index) => floor.post(body(index))));
  }

  const ratios = ours.map((round, index) => at(round, 0.95) / at(bare[index] ?? [], 0.95));
  const ratio = at(ratios, 0.5);
  console.log(
    `callbacks at ${PER_SECOND}/s: ${summary(ours.flat())}; bare INSERT behind node:http: ` +
      `${summary(bare.flat())}; p95 ratio, middle of ${ROUNDS} rounds: ${ratio.toFixed(1)}`,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [row] = await rig.database.select<{ stored: number }>(
    'SELECT COUNT(*) AS stored FROM inbound_callbacks WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.tenantKey },
  );
  expect(Number(row?.stored)).toBe(COUNT + 200);
  expect(ratio).toBeLessThan(ALLOWED_RATIO);
}, 90_000);

/** Posts for a second at a fixed rate, whether or not earlier answers are in; how long each took, in ms. */
function times(post: (index: number) => Promise<unknown>): Promise<number[]> {
  return atRate(PER_SECOND, PER_SECOND, async (index) => {
    const startedAt = performance.now();
    await post(index);
    return performance.now() - startedAt;
  });
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function summary(values: readonly number[]): string {
  return [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${at(values, share).toFixed(1)} ms`).join(', ');
}

/** The floor: node:http and one INSERT as durable as ours, into a table of its own on the same server. */
async function startFloor() {
  const pool = createPool({ uri: inject('databaseUrl'), connectionLimit: 10 });
  await pool.query(
    'CREATE TABLE IF NOT EXISTS load_floor (id BIGINT AUTO_INCREMENT PRIMARY KEY, body MEDIUMBLOB NOT NULL)',
  );
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      await pool.query('INSERT INTO load_floor (body) VALUES (?)', [Buffer.concat(chunks)]);
      res.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await pool.query('DROP TABLE load_floor');
    await pool.end();
  });
  return {
    post: (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then((answer) => answer.text()),
  };
}
