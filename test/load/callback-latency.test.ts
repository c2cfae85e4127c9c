import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from 'mysql2/promise';
import { expect, inject, it, onTestFinished } from 'vitest';
import { atRate, inboundCallback, postRaw } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';

const PER_SECOND = 100;
/** Server and baseline alternate every second, so that a slow moment of the machine affects both. */
const ROUNDS = 10;
const COUNT = PER_SECOND * ROUNDS;

/** The highest allowed ratio to a bare INSERT behind a bare server: the median round's 95th percentile. */
const ALLOWED_RATIO = 8;

it(`handles ${PER_SECOND} callbacks a second, each stored before its 200`, async () => {
  const rig = await setUpRig();
  const baseline = await startBaseline();
  const callbacks = Array.from({ length: COUNT + 200 }, (_, index) =>
    inboundCallback(String(15550130000 + (index % 50)), `load ${index}`),
  );
  const bodyOf = (index: number) => callbacks[index]?.raw ?? '';
  // Warm both up, so that compilation is not measured.
  await atRate(PER_SECOND, 200, (index) => postRaw(rig, bodyOf(COUNT + index)));
  await atRate(PER_SECOND, 200, (index) => baseline.post(bodyOf(index)));

  const statuses: (number | null)[] = [];
  const ours: number[][] = [];
  const bare: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = (index: number) => bodyOf(round * PER_SECOND + index);
    ours.push(
      await responseTimes((index) => postRaw(rig, body(index)).then((status) => statuses.push(status))),
    );
    bare.push(await responseTimes((index) => baseline.post(body(index))));
  }

  const ratios = ours.map((round, index) => percentile(round, 0.95) / percentile(bare[index] ?? [], 0.95));
  const ratio = percentile(ratios, 0.5);
  console.log(
    `callbacks at ${PER_SECOND}/s: ${summary(ours.flat())}; bare INSERT behind node:http: ` +
      `${summary(bare.flat())}; p95 ratio, median of ${ROUNDS} rounds: ${ratio.toFixed(1)}`,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [row] = await rig.database.select<{ stored: number }>(
    'SELECT COUNT(*) AS stored FROM inbound_callbacks WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.tenantKey },
  );
  expect(Number(row?.stored)).toBe(COUNT + 200);
  expect(ratio).toBeLessThan(ALLOWED_RATIO);
}, 90_000);

/** Posts for a second at a fixed rate, without waiting for responses. Returns the response times in ms. */
function responseTimes(post: (index: number) => Promise<unknown>): Promise<number[]> {
  return atRate(PER_SECOND, PER_SECOND, async (index) => {
    const startedAt = performance.now();
    await post(index);
    return performance.now() - startedAt;
  });
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

function summary(values: readonly number[]): string {
  return [0.5, 0.95, 0.99]
    .map((share) => `p${share * 100} ${percentile(values, share).toFixed(1)} ms`)
    .join(', ');
}

/** Starts the baseline: node:http and an equally durable INSERT into its own table on the same server. */
async function startBaseline() {
  const pool = createPool({ uri: inject('databaseUrl'), connectionLimit: 10 });
  await pool.query(
    'CREATE TABLE IF NOT EXISTS load_baseline (id BIGINT AUTO_INCREMENT PRIMARY KEY, body MEDIUMBLOB NOT NULL)',
  );
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', async () => {
      await pool.query('INSERT INTO load_baseline (body) VALUES (?)', [Buffer.concat(chunks)]);
      res.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await pool.query('DROP TABLE load_baseline');
    await pool.end();
  });
  return {
    post: (body: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then((answer) => answer.text()),
  };
}
