import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GaleraCluster } from '../../scripts/galera/cluster.mjs';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { CommitUnknownError, isNotInCluster, isUndone } from '../../server/db/database-errors.ts';
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

  it('what another node undoes is undone as a whole, whichever statement it happens at', async () => {
    const first = [11, 12, 13, 14, 15];
    const second = [21, 22, 23];
    const rows = [...first, ...second].map((id) => `(${id}, 0)`).join();
    await at(0).run(`INSERT INTO counts VALUES ${rows}`);
    const one = (ids: readonly number[]) => ids[Math.floor(Math.random() * ids.length)] ?? 0;
    const sum = async (ids: readonly number[]) => {
      const [row] = await at(0).select<{ n: string }>('SELECT SUM(n) AS n FROM counts WHERE id IN (:ids)', {
        ids: [...ids],
      });
      return Number(row?.n);
    };
    let texts = 0;
    let made = 0;
    const change = (database: Database) =>
      database.transaction(async (tx) => {
        // A text that no connection has sent before: a driver that prepares statements prepares each of them.
        const addTo = (id: number) => {
          texts += 1;
          return database.run(`UPDATE counts SET n = n + 1 WHERE id = :id /* ${texts} */`, { id }, tx);
        };
        const read = (id: number) => {
          texts += 1;
          return database.select(`SELECT n FROM counts WHERE id = :id /* ${texts} */`, { id }, tx);
        };
        await addTo(one(first));
        await read(one(second));
        await read(one(first));
        await addTo(one(second));
      });
    const endsAt = performance.now() + 20_000;
    const work = async (database: Database) => {
      while (performance.now() < endsAt) {
        const isMade = await change(database).then(
          () => true,
          (error) => {
            // It met others too often.
            if (isUndone(error)) return false;
            throw error;
          },
        );
        if (isMade) made += 1;
      }
    };
    await Promise.all(databases.flatMap((database) => Array.from({ length: 8 }, () => work(database))));
    expect(made).toBeGreaterThan(100);
    expect([await sum(first), await sum(second)]).toEqual([made, made]);
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
