import { availableParallelism, totalmem } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listWorkers,
  workerHistory,
} from '../../server/features/inference/workers/inference-workers.service.ts';
import { addWorkerSample } from '../../server/inference/worker/worker-row.repository.ts';
import { encodeId } from '../../server/kernel/ids.ts';
import { inferenceWorkersContract } from '../../shared/contract/inference/inference-workers.contract.ts';
import { onlyInSoak } from '../helpers/lane.ts';
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
      ['history', await workerHistory(ctx(), 'always', 'week')],
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

  it('keeps one sample in five minutes for a week, and the others for a quarter of an hour', async () => {
    const { database } = worker;
    const id = Buffer.alloc(16, 7);
    const [row] = await database.select<{ status: string }>('SELECT status FROM inference_workers LIMIT 1');
    const sample = typeof row?.status === 'string' ? row.status : JSON.stringify(row?.status);
    const own = async (span: 'quarter' | 'day' | 'week') =>
      (await workerHistory(ctx(), 'always', span)).data.filter(
        ({ workerId }) => workerId === encodeId('inferenceWorker', id),
      );
    /** As if so much time had passed. */
    const pass = (minutes: number) =>
      database.run('UPDATE inference_samples SET at = at - INTERVAL :minutes MINUTE WHERE worker_id = :id', {
        ...{ id, minutes },
      });
    const add = async () => {
      await addWorkerSample(database, id, sample);
      // Two samples in one millisecond would be one.
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (let at = 0; at < 3; at += 1) await add();
    expect([(await own('quarter')).length, (await own('week')).length]).toEqual([3, 1]);
    await pass(6);
    await add();
    expect([(await own('quarter')).length, (await own('day')).length]).toEqual([4, 2]);
    await pass(20);
    await add();
    expect([(await own('quarter')).length, (await own('day')).length]).toEqual([1, 3]);
    await pass(24 * 60);
    await add();
    expect([(await own('day')).length, (await own('week')).length]).toEqual([1, 4]);
    await pass(7 * 24 * 60);
    await add();
    expect((await own('week')).length).toBe(1);
    const [stored] = await database.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM inference_samples WHERE worker_id = :id',
      { id },
    );
    expect(stored?.count).toBe(1);
  });

  it('leaves out a row that another version has written', async () => {
    await worker.database.run(
      "INSERT INTO inference_workers (id, address, started_at, seen_at, status) VALUES (UNHEX(REPEAT('01', 16)), 'older', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), :status)",
      { status: JSON.stringify({ state: 'ready', load: 0.3 }) },
    );
    expect((await list()).map(({ details }) => details?.address)).not.toContain('older');
    await worker.database.run("DELETE FROM inference_workers WHERE address = 'older'", {});
  });

  onlyInSoak(it)('shows within 5 seconds that its engine was killed, and then that it is back', async () => {
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
