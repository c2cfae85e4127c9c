import { availableParallelism, totalmem } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listWorkers,
  workerHistory,
} from '../../server/features/inference/workers/inference-workers.service.ts';
import { inferenceWorkersContract } from '../../shared/contract/inference/inference-workers.contract.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

describe('a worker in the dashboard', () => {
  let worker: TestInference;
  beforeAll(async () => {
    worker = await startInference();
  });
  afterAll(() => worker.stop());
  const ctx = () => ({ db: worker.database });
  const settings = () => ({ inferenceUrl: worker.url, rule: 'always' as const });
  const list = async () => (await listWorkers(ctx(), settings())).data;

  const stateOf = async () => {
    const [one] = await list();
    return one?.isOnline ? one.status.state : 'offline';
  };

  it('is listed with its model, its slots and its memory', async () => {
    await expect.poll(stateOf).toBe('ready');
    await expect.poll(async () => (await list())[0]?.details?.slots.length).toBe(4);
    const [one] = await list();
    expect(one?.status).toMatchObject({
      model: { id: MODEL, isTestModel: true, contextSize: 4_096, chatTemplate: 'ChatML' },
      error: null,
    });
    expect(one?.details).toMatchObject({ waiting: 0, restarts: 0 });
    expect(one?.details?.engineMemoryBytes).toBeGreaterThan(50_000_000);
    for (const [name, answer] of [
      ['list', await listWorkers(ctx(), settings())],
      ['history', await workerHistory(ctx(), 'always')],
    ] as const) {
      const schema = inferenceWorkersContract[name]['~orpc'].outputSchema;
      expect((await schema?.['~standard'].validate(answer))?.issues).toBeUndefined();
    }
  });

  it('has the real values of this machine, sampled outside of this process', async () => {
    const host = async () => (await list())[0]?.details?.host;
    await expect.poll(async () => (await host())?.load ?? null, { timeout: 20_000 }).not.toBeNull();
    await expect.poll(async () => (await host())?.physicalCores ?? null, { timeout: 20_000 }).not.toBeNull();
    await expect.poll(async () => (await host())?.freeDiskBytes ?? null, { timeout: 20_000 }).not.toBeNull();
    const { usableCores, physicalCores, memoryTotalBytes, memoryUsedBytes, load } = (await host()) ?? {};
    expect(usableCores).toBeGreaterThan(0);
    expect(usableCores).toBeLessThanOrEqual(availableParallelism());
    expect(physicalCores).toBeGreaterThan(0);
    expect(memoryTotalBytes).toBeLessThanOrEqual(totalmem());
    expect(memoryUsedBytes).toBeGreaterThan(0);
    expect(memoryUsedBytes).toBeLessThan(memoryTotalBytes ?? 0);
    expect(load).toBeGreaterThanOrEqual(0);
  });

  it('leaves out a row that another version has written', async () => {
    await worker.database.run(
      "INSERT INTO inference_workers (id, address, started_at, seen_at, status) VALUES (UNHEX(REPEAT('01', 16)), 'older', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), :status)",
      { status: JSON.stringify({ state: 'ready', load: 0.3 }) },
    );
    expect((await list()).map(({ details }) => details?.address)).not.toContain('older');
    await worker.database.run("DELETE FROM inference_workers WHERE address = 'older'", {});
  });

  it('shows within 5 seconds that its engine was killed, and then that it is back', async () => {
    const seen: string[] = [];
    process.kill(worker.enginePid(), 'SIGKILL');
    await expect
      .poll(
        async () => {
          seen.push(await stateOf());
          return seen.at(-1);
        },
        { timeout: 5_000, interval: 50 },
      )
      .not.toBe('ready');
    await expect.poll(stateOf).toBe('ready');
    expect((await list())[0]?.details?.restarts).toBe(1);
  });

  it('is offline when it has not reported for some seconds', async () => {
    await worker.database.run(
      'INSERT INTO inference_workers (id, address, started_at, seen_at, status) SELECT UNHEX(REPEAT(:byte, 16)), :address, started_at - INTERVAL 1 DAY, UTC_TIMESTAMP(3) - INTERVAL 5 SECOND, status FROM inference_workers LIMIT 1',
      { byte: '00', address: 'elsewhere' },
    );
    expect((await list()).map((one) => [one.details?.address === 'elsewhere', one.isOnline])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
