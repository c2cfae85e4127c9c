import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../kernel/logging/logger.ts';
import { type HostTelemetry, startHostTelemetry } from './host-telemetry.ts';

/** A fake sampler that sends one reading, with the number of its starts as the load, and then exits. */
const DYING = `
  import { appendFileSync, readFileSync } from 'node:fs';
  process.once('message', ({ folder }) => {
    appendFileSync(folder + '/starts', 'x');
    const load = readFileSync(folder + '/starts', 'utf8').length;
    process.send({ host: { load, physicalCores: 3, usableCores: 2, gpus: [] }, bandwidth: 5 }, () => process.exit(1));
  });
`;

let folder: string;
let telemetry: HostTelemetry;
const logs: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-host-'));
  const entry = join(folder, 'host.mjs');
  writeFileSync(entry, DYING);
  const logger = createLogger('warn', { write: (line) => void logs.push(line) });
  telemetry = startHostTelemetry({ entry, folder, logger, restartMs: 50 });
});
afterEach(() => {
  telemetry.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('returns a status immediately, without the process, and restarts the process when it ends', async () => {
  expect(telemetry.status()).toMatchObject({ load: null, freeDiskBytes: null, gpus: [] });
  expect(telemetry.status().usableCores).toBeGreaterThan(0);
  expect(telemetry.bandwidth()).toBeNull();
  await expect.poll(() => telemetry.status().load, { timeout: 20_000 }).toBe(2);
  expect(telemetry.bandwidth()).toBe(5);
  telemetry.stop();
  const starts = readFileSync(join(folder, 'starts'), 'utf8').length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(readFileSync(join(folder, 'starts'), 'utf8').length - starts).toBeLessThanOrEqual(1);
  expect(logs.filter((line) => line.includes('host telemetry ended')).length).toBeGreaterThan(0);
});
