import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from 'mysql2/promise';
import { expect, inject, it, onTestFinished } from 'vitest';
import { atRate, inboundCallback, postRaw } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';

const PER_SECOND = 100;
const SECONDS = 10;
const COUNT = PER_SECOND * SECONDS;

/** How much slower than a bare INSERT behind a bare server an answer may be at its 95th percentile. */
const ALLOWED_RATIO = 12;

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
  const ours = await measure((index) => postRaw(rig, bodyOf(index)).then((status) => statuses.push(status)));
  const bare = await measure((index) => floor.post(bodyOf(index)));

  const ratio = ours.p95 / bare.p95;
  console.log(
    `callbacks at ${PER_SECOND}/s: p50 ${ours.p50} ms, p95 ${ours.p95} ms, p99 ${ours.p99} ms; ` +
      `bare INSERT behind node:http: p50 ${bare.p50} ms, p95 ${bare.p95} ms, p99 ${bare.p99} ms; p95 ratio ${ratio.toFixed(1)}`,
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const [row] = await rig.database.select<{ stored: number }>(
    'SELECT COUNT(*) AS stored FROM inbound_callbacks WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.tenantKey },
  );
  expect(Number(row?.stored)).toBe(COUNT + 200);
  expect(ratio).toBeLessThan(ALLOWED_RATIO);
}, 90_000);

/** Posts at a fixed rate, whether or not earlier answers are in, and tells how long they took. */
async function measure(post: (index: number) => Promise<unknown>) {
  const times = await atRate(PER_SECOND, COUNT, async (index) => {
    const startedAt = performance.now();
    await post(index);
    return performance.now() - startedAt;
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
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
