import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/database.ts';
import { newKey } from '../../server/kernel/ids.ts';
import { JOBS } from '../../server/kernel/queue/jobs.ts';
import { claimDue, reclaimLeases } from '../../server/kernel/queue/queue.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-db.ts';
import { openMigrated } from './fault-workspace.ts';

const ROWS = 300;
const BATCH = 25;
let made: TestDatabase;
let nodes: Database[];

beforeAll(async () => {
  made = await createTestDatabase();
  // Four pools, like four servers of one database.
  nodes = await Promise.all(Array.from({ length: 4 }, () => openMigrated(made.url)));
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await made.drop();
});

const node = (index: number): Database => nodes[index] as Database;

beforeEach(async () => {
  await node(0).run('DELETE FROM jobs');
});

async function enqueue(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = newKey();
    ids.push(id.toString('hex'));
    await node(0).run(
      `INSERT INTO jobs (id, tenant_id, kind, payload, visible_at, created_at)
       VALUES (:id, :tenantId, 'test', '{}', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
      { id, tenantId: randomBytes(16) },
    );
  }
  return ids.toSorted();
}

const finish = (database: Database, id: Buffer, token: Buffer) =>
  database.run('DELETE FROM jobs WHERE id = :id AND lease_token = :token', { id, token });

const endLeases = () => node(0).run('UPDATE jobs SET visible_at = visible_at - INTERVAL 61 SECOND');

describe('a claim', () => {
  it('gives each row to one of four concurrent claimers, and leaves none', async () => {
    const ids = await enqueue(ROWS);
    const taken: string[] = [];
    const work = async (database: Database) => {
      for (;;) {
        const { ids: mine } = await claimDue(database, JOBS, BATCH);
        taken.push(...mine.map((id) => id.toString('hex')));
        if (mine.length > 0) continue;
        const [left] = await database.select<{ count: number }>(
          'SELECT COUNT(*) AS count FROM jobs WHERE lease_token IS NULL',
        );
        if (Number(left?.count) === 0) return;
      }
    };
    await Promise.all(nodes.map(work));
    expect(taken.toSorted()).toEqual(ids);
  });

  it('is exclusive until its lease ends; the next claim then counts as another attempt', async () => {
    await enqueue(1);
    const first = await claimDue(node(0), JOBS, BATCH);
    expect(first.ids).toHaveLength(1);
    expect((await claimDue(node(1), JOBS, BATCH)).ids).toEqual([]);

    await endLeases();
    const second = await claimDue(node(1), JOBS, BATCH);
    expect(second.ids).toEqual(first.ids);
    const [row] = await node(0).select<{ attempts: number }>('SELECT attempts FROM jobs');
    expect(row?.attempts).toBe(2);
  });

  it('is fenced: after losing the lease, a claimer cannot finish the row', async () => {
    await enqueue(1);
    const late = await claimDue(node(0), JOBS, BATCH);
    await endLeases();
    const current = await claimDue(node(1), JOBS, BATCH);
    const [id] = current.ids as [Buffer];

    expect(await finish(node(0), id, late.token)).toBe(0);
    expect(await finish(node(1), id, current.token)).toBe(1);
  });

  it('of a dead server is released at once when its embedded database starts again', async () => {
    const ids = await enqueue(3);
    await claimDue(node(0), JOBS, BATCH);
    await reclaimLeases(node(1), [JOBS]);
    const again = await claimDue(node(1), JOBS, BATCH);
    expect(again.ids.map((id) => id.toString('hex'))).toEqual(ids);
  });
});
