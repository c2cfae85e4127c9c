import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../db/database.ts';
import { createLogger } from '../logging/logger.ts';
import { defineQueue } from './queue.ts';
import { createWorker } from './worker.ts';

it('an error is logged with the id of its row, in the form that people see', async () => {
  const id = Buffer.alloc(16, 0xab);
  const database = { withShare: () => database } as unknown as Database;
  const lines: string[] = [];
  let claims = 0;
  const worker = createWorker(database, createLogger('info', { write: (line) => void lines.push(line) }), {
    queue: defineQueue({ table: 'plums', leaseSeconds: 60 }),
    concurrency: 1,
    pollMs: 1,
    claim: async () => {
      claims += 1;
      return { token: id, ids: claims === 1 ? [id] : [] };
    },
    handle: async () => {
      throw new Error('rotten');
    },
    nameOf: (key) => `plum_${key.toString('hex').slice(0, 4)}`,
  });
  onTestFinished(worker.stop);
  worker.start();
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ table: 'plums', id: 'plum_abab', err: { message: 'rotten' } },
  });
});
