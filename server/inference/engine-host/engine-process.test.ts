import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../kernel/logging/logger.ts';
import { createEngineProcess, type EngineProcess, type LIMITS } from './engine-process.ts';

/** A fake engine that is ready immediately and then reports progress. */
const PULSING = `
  let tokens = 0;
  const pulse = () => process.send({ ev: 'pulse', pulse: { evaluatedTokens: (tokens += 1), slots: [] } });
  process.once('message', () => {
    process.send({ ev: 'ready', model: { name: 'stand-in' } });
    setInterval(pulse, 200);
  });
  process.on('disconnect', () => process.exit());
`;
/** One that reports progress three times, and then nothing. */
const HANGING = `
  let progress = 0;
  const report = setInterval(() => {
    process.send({ ev: 'loading', progress: (progress += 0.1) });
    if (progress > 0.25) clearInterval(report);
  }, 400);
  process.on('disconnect', () => process.exit());
`;
const HOURS_MS = 3 * 60 * 60 * 1_000;

let folder: string;
let engine: EngineProcess;
function createEngine(limits: Partial<typeof LIMITS>, loadTries?: number): EngineProcess {
  return createEngineProcess({
    entry: join(folder, 'engine.mjs'),
    load: { modelPath: '', slots: 1, contextSize: 1, threads: 1 },
    logger: createLogger('silent'),
    limits: { watchMs: 5, ...limits },
    loadTries,
    onMessage: () => undefined,
    onReady: () => undefined,
    onLost: () => undefined,
    onFailed: () => undefined,
  });
}

async function startEngine(patienceMs: number): Promise<void> {
  engine = createEngine({ silenceMs: patienceMs, stallMs: patienceMs });
  engine.start();
  engine.setBusy(true);
  await expect.poll(pulses).toBeGreaterThan(1);
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-engine-'));
  writeFileSync(join(folder, 'engine.mjs'), PULSING);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await startEngine(5_000);
});
afterEach(async () => {
  vi.useRealTimers();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const pulses = () => engine.view.pulse?.evaluatedTokens ?? 0;

describe('the watchdog of the engine', () => {
  it.each([HOURS_MS, -HOURS_MS])('keeps it running when the wall clock steps by %i ms', async (step) => {
    const pid = engine.pid;
    const before = pulses();
    vi.setSystemTime(Date.now() + step);
    await expect.poll(pulses).toBeGreaterThan(before + 2);
    expect(engine.pid).toBe(pid);
    expect(engine.view).toMatchObject({ state: 'ready', restarts: 0 });
  });

  it('keeps it running when this process itself has stood still', async () => {
    await engine.stop();
    await startEngine(1_000);
    const pid = engine.pid;
    const before = pulses();
    // In the turn of timers: the watchdog's comes before the messages that have arrived meanwhile are read.
    await sleep(10);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await expect.poll(pulses).toBeGreaterThan(before + 2);
    expect(engine.pid).toBe(pid);
    expect(engine.view).toMatchObject({ state: 'ready', restarts: 0 });
  });

  it('still kills a hanging engine after the wall clock has stepped back', async () => {
    vi.setSystemTime(Date.now() - HOURS_MS);
    process.kill(engine.pid ?? 0, 'SIGSTOP');
    await expect.poll(() => engine.view.restarts, { timeout: 20_000 }).toBe(1);
    expect(engine.view.hangs).toBe(1);
  });

  it('ends a load that makes no progress, and loads the model again', async () => {
    await engine.stop();
    writeFileSync(join(folder, 'engine.mjs'), HANGING);
    engine = createEngine({ loadMs: 1_500 });
    engine.start();
    await expect.poll(() => engine.view.progress, { timeout: 10_000 }).toBeGreaterThan(0.25);
    const pid = engine.pid;
    // While it made progress, it was not killed.
    expect(engine.view).toMatchObject({ state: 'loading', restarts: 0, hangs: 0, lastError: null });
    writeFileSync(join(folder, 'engine.mjs'), PULSING);
    await expect.poll(() => engine.view.hangs, { timeout: 10_000 }).toBe(1);
    expect(engine.view.lastError).toBe('Loading the model made no progress for 2 seconds.');
    await expect.poll(() => engine.view.state, { timeout: 10_000 }).toBe('ready');
    expect(engine.pid).not.toBe(pid);
    expect(engine.view).toMatchObject({ restarts: 1, lastError: null });
  });

  it('gives a model up whose loads hang again and again, and says why', async () => {
    await engine.stop();
    writeFileSync(join(folder, 'engine.mjs'), HANGING);
    engine = createEngine({ loadMs: 200, firstDelayMs: 1 }, 2);
    engine.start();
    await expect.poll(() => engine.view.state, { timeout: 10_000 }).toBe('failed');
    expect(engine.view).toMatchObject({
      ...{ hangs: 2, restarts: 1 },
      lastError: 'Loading the model made no progress for 0 seconds.',
    });
  });
});
