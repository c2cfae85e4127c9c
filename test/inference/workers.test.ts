import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInferenceWorkersService } from '../../server/features/inference-workers/index.ts';
import { inferenceWorkersContract } from '../../shared/contract/inference-workers.contract.ts';
import { MODEL, startInference, type TestInference } from './inference-rig.ts';

describe('a worker in the dashboard', () => {
  let worker: TestInference;
  let list: () => Promise<
    Awaited<ReturnType<ReturnType<typeof createInferenceWorkersService>['list']>>['data']
  >;
  beforeAll(async () => {
    worker = await startInference();
    const service = createInferenceWorkersService(worker.database, worker.url);
    list = async () => (await service.list()).data;
  });
  afterAll(() => worker.stop());

  const stateOf = async () => {
    const [one] = await list();
    return one?.isOnline ? one.status.state : 'gone';
  };

  it('is listed with its model, its slots and its memory', async () => {
    await expect.poll(stateOf, { timeout: 5_000 }).toBe('ready');
    await expect.poll(async () => (await list())[0]?.status.slots.length, { timeout: 5_000 }).toBe(4);
    const [one] = await list();
    expect(one?.status).toMatchObject({
      model: { id: MODEL, talksNonsense: true, contextSize: 4_096, chatTemplate: 'ChatML' },
      waiting: 0,
      restarts: 0,
      fault: null,
    });
    expect(one?.status.residentBytes).toBeGreaterThan(50_000_000);
    expect(one?.status.cores).toBeGreaterThan(0);
    const service = createInferenceWorkersService(worker.database, worker.url);
    for (const [name, answer] of [
      ['list', await service.list()],
      ['history', await service.history()],
    ] as const) {
      const schema = inferenceWorkersContract[name]['~orpc'].outputSchema;
      expect((await schema?.['~standard'].validate(answer))?.issues).toBeUndefined();
    }
  });

  it('kill -9 of its engine: it is seen within 5 seconds, and that it is back', async () => {
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
    await expect.poll(stateOf, { timeout: 15_000 }).toBe('ready');
    expect((await list())[0]?.status.restarts).toBe(1);
  });

  it('is gone when it has said nothing for some seconds', async () => {
    await worker.database.run(
      'INSERT INTO inference_workers (id, address, started_at, seen_at, status) SELECT UNHEX(REPEAT(:byte, 16)), :address, started_at - INTERVAL 1 DAY, UTC_TIMESTAMP(3) - INTERVAL 5 SECOND, status FROM inference_workers LIMIT 1',
      { byte: '00', address: 'elsewhere' },
    );
    expect((await list()).map((one) => [one.address === 'elsewhere', one.isOnline])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
