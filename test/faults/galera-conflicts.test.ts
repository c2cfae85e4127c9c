import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GaleraCluster } from '../../scripts/galera/cluster.mjs';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { CommitUnknownError, isNotInCluster } from '../../server/db/database-errors.ts';
import { REQUEST_LIMITS } from '../../server/db/time-limits.ts';
import { findGalera, startTestGalera } from '../helpers/galera.ts';
import { eventually } from '../helpers/platform.ts';

const EACH = 40;

const galera = await findGalera();
if (typeof galera === 'string')
  console.log(`The tests of conflicts in a Galera cluster are skipped. ${galera}`);

describe.skipIf(typeof galera === 'string')('three database nodes', () => {
  let cluster: GaleraCluster;
  let databases: Database[];

  beforeAll(async () => {
    if (typeof galera === 'string') return;
    cluster = await startTestGalera(galera);
    databases = cluster.nodes.map(({ url }) => openDatabase(url));
    await databases[0]?.run('CREATE TABLE counts (id INT PRIMARY KEY, n INT NOT NULL)');
    await databases[0]?.run('INSERT INTO counts VALUES (1, 0), (2, 0), (3, 0)');
  }, 180_000);
  afterAll(async () => {
    for (const database of databases) await database.close();
    await cluster.stop();
  });

  const at = (index: number) => databases[index] as Database;
  const countOf = async (id: number, index = 0) => {
    const [row] = await at(index).select<{ n: number }>('SELECT n FROM counts WHERE id = :id', { id });
    return row?.n;
  };

  it('changes of one row that begin with reading it are all made', async () => {
    const addOne = (database: Database) =>
      database.transaction(async (tx) => {
        const [row] = await database.select<{ n: number }>(
          'SELECT n FROM counts WHERE id = 1 FOR UPDATE',
          {},
          tx,
        );
        await database.run('UPDATE counts SET n = :n WHERE id = 1', { n: Number(row?.n) + 1 }, tx);
      });
    await Promise.all(
      databases.map(async (database) => {
        for (let index = 0; index < EACH; index += 1) await addOne(database);
      }),
    );
    expect(await countOf(1)).toBe(databases.length * EACH);
  });

  it('single statements that meet in one row are all carried out', async () => {
    await Promise.all(
      databases.map(async (database) => {
        for (let index = 0; index < EACH; index += 1)
          await database.run('UPDATE counts SET n = n + 1 WHERE id = 2');
      }),
    );
    expect(await countOf(2, 1)).toBe(databases.length * EACH);
  });

  it('a node sees at once what another one has stored', async () => {
    for (let index = 1; index <= EACH; index += 1) {
      await at(index % 3).run('UPDATE counts SET n = n + 1 WHERE id = 3');
      expect(await countOf(3, (index + 1) % 3)).toBe(index);
    }
  });

  it('a commit gets its answer although the nodes wait for one that was killed', async () => {
    const requests = at(0).withLimits(REQUEST_LIMITS);
    await requests.transaction(async (tx) => {
      await requests.run('UPDATE counts SET n = -2 WHERE id = 2', {}, tx);
      await cluster.nodes[2]?.kill();
    });
    expect(await countOf(2, 1)).toBe(-2);
    await cluster.nodes[2]?.start();
    expect(await countOf(2, 2)).toBe(-2);
  }, 180_000);

  it('a commit at a node that is being cut off has an unknown outcome; after that, it takes no statement', async () => {
    const cutOff = at(2);
    const change = cutOff.transaction(async (tx) => {
      await cutOff.run('UPDATE counts SET n = -1 WHERE id = 3', {}, tx);
      // Before its commit: a statement that the node refuses has not been carried out, and says so.
      await cluster.nodes[2]?.isolate(true);
    });
    await expect(change).rejects.toBeInstanceOf(CommitUnknownError);
    await expect(cutOff.select('SELECT n FROM counts')).rejects.toSatisfy(isNotInCluster);
    // The others go on without it.
    await at(0).run('UPDATE counts SET n = 1000 WHERE id = 3');
    await cluster.nodes[2]?.isolate(false);
    await eventually(async () => (await cluster.nodes[2]?.status('wsrep_local_state')) === '4', 30_000);
    expect(await countOf(3, 2)).toBe(1_000);
  }, 90_000);
});
