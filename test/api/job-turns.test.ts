import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { newKey } from '../../server/kernel/ids.ts';
import { createJobWorker, type JobHandler } from '../../server/kernel/queue/jobs.ts';
import { createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpServer } from '../helpers/workspace-rig.ts';

const rig = setUpServer();
beforeAll(async () => {
  // The jobs of this test have handlers of their own.
  for (const own of rig.server.container.workers) await own.stop();
});

const addJobs = async ({ scope }: TestWorkspace, kind: string, count: number) => {
  for (let made = 0; made < count; made += 1)
    await rig.server.container.database.run(
      `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
       VALUES (:id, :tenantId, :kind, '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      { id: newKey(), tenantId: scope.key, kind },
    );
};
const tries = ({ scope }: TestWorkspace) =>
  rig.server.container.database.select<{ attempts: number }>(
    'SELECT attempts FROM jobs WHERE tenant_id = :tenantId',
    { tenantId: scope.key },
  );

it('a job is done beside long ones of other workspaces, which take turns', async () => {
  const [first, second, third] = [
    await createWorkspace(rig.server),
    await createWorkspace(rig.server),
    await createWorkspace(rig.server),
  ];
  let isOver = false;
  let starts = 0;
  let isDone = false;
  const long: JobHandler = {
    kind: 'long',
    takesTurns: true,
    run: async (_scope, _payload, isStopping) => {
      starts += 1;
      while (!isOver) {
        if (isStopping()) return 'stopped';
        await sleep(5);
      }
    },
  };
  const short: JobHandler = {
    kind: 'short',
    run: async () => {
      isDone = true;
    },
  };
  const { database, logger, metrics } = rig.server.container;
  const worker = createJobWorker(database, logger, metrics, [long, short], { turnMs: 200 });
  try {
    // More than there are places.
    await addJobs(first, 'long', 4);
    await addJobs(second, 'long', 4);
    worker.start();
    await expect.poll(() => starts).toBeGreaterThanOrEqual(6);
    await addJobs(third, 'short', 1);
    worker.wake();
    await expect.poll(() => isDone).toBe(true);
    // Turns do not count as failed tries, after which a job ends.
    await expect.poll(() => starts).toBeGreaterThan(24);
    for (const workspace of [first, second])
      expect(Math.max(...(await tries(workspace)).map(({ attempts }) => attempts))).toBeLessThanOrEqual(1);
    isOver = true;
    await expect.poll(async () => (await tries(first)).length + (await tries(second)).length).toBe(0);
  } finally {
    isOver = true;
    await worker.stop();
  }
});
