import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { isSoak } from '../helpers/lane.ts';
import { environmentOf, isAlive, isReady, launch, makeDataDir, pidOf } from './launcher-process.ts';

const children = ['api', 'watchdog', 'mariadbd'] as const;

describe('a run of the launcher', () => {
  it.each(isSoak ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const))(
    'shuts down in order on %s and keeps the data',
    async (signal) => {
      const first = launch();
      const { dataDir } = first;
      await first.ready();
      await query(await databaseUrl(await first.ready()), 'CREATE TABLE kept (word VARCHAR(20))');
      await query(await databaseUrl(await first.ready()), "INSERT INTO kept VALUES ('grüße 👋')");
      const pids = children.map((name) => pidOf(dataDir, name));
      const startedAt = Date.now();
      first.kill(signal);
      expect(await first.exit()).toBe(0);
      expect(Date.now() - startedAt).toBeLessThan(5_000);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(readFileSync(join(dataDir, 'mariadb.log'), 'utf8')).toMatch(/Shutdown complete/i);

      const second = launch({ dataDir });
      const url = await databaseUrl(await second.ready());
      expect(await query(url, 'SELECT word FROM kept')).toEqual([{ word: 'grüße 👋' }]);
    },
  );

  it('runs in a folder whose path has spaces and special characters', async () => {
    const run = launch({ dataDir: join(makeDataDir(), `My Pröjects 100% 'new' #1`) });
    expect(await isReady(await run.ready())).toBe(true);
    run.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
  });

  it('passes the server its settings, which do not change on a restart', async () => {
    const first = launch();
    const before = await environmentOf(await first.ready());
    expect(before).toMatchObject({ EMBEDDED_DATABASE: '1', SECRET_KEY: expect.stringMatching(/^.{43}$/) });
    first.kill('SIGTERM');
    await first.exit();
    const second = launch({ dataDir: first.dataDir });
    const after = await environmentOf(await second.ready());
    expect(after?.SECRET_KEY).toBe(before?.SECRET_KEY);
    expect(passwordOf(after?.DATABASE_URL)).toBe(passwordOf(before?.DATABASE_URL));
  });

  it('configures the database as the product requires, on the loopback address only', async () => {
    const run = launch();
    const url = await databaseUrl(await run.ready());
    const variables = `SELECT @@time_zone zone, @@tx_isolation isolation, @@character_set_server charset,
      @@innodb_flush_log_at_trx_commit flush, @@innodb_print_all_deadlocks deadlocks,
      @@max_allowed_packet packet, @@log_bin binlog, @@bind_address address`;
    expect(await query(url, variables)).toEqual([
      {
        zone: '+00:00',
        isolation: 'READ-COMMITTED',
        charset: 'utf8mb4',
        flush: 1,
        deadlocks: 0,
        packet: 64 * 1024 * 1024,
        binlog: 0,
        address: '127.0.0.1',
      },
    ]);
    expect(listeningAddresses(pidOf(run.dataDir, 'mariadbd'), Number(new URL(url).port))).toEqual([
      '0100007F',
    ]);
    await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/Access denied/);
    await expect(query(url.replace(/\/\/[^@]+@/, '//root@'), 'SELECT 1')).rejects.toThrow(/Access denied/);
  });

  it('makes the data folder readable only for its owner', async () => {
    const run = launch();
    await run.ready();
    const entries = readdirSync(run.dataDir, { recursive: true, encoding: 'utf8' });
    const open = ['', ...entries].filter((name) => {
      const entry = statSync(join(run.dataDir, name), { throwIfNoEntry: false });
      return entry && !entry.isSocket() && (entry.mode & 0o077) !== 0;
    });
    expect(entries.length).toBeGreaterThan(20);
    expect(open).toEqual([]);
  });

  it('repairs a lost password, and the remains of an interrupted first start', async () => {
    const dataDir = makeDataDir();
    const first = launch({ dataDir });
    await first.ready();
    first.kill('SIGTERM');
    await first.exit();
    writeFileSync(join(dataDir, 'mariadb-password'), 'another-password');
    writeFileSync(join(dataDir, 'mariadb-init-1234'), 'half of a database');
    const second = launch({ dataDir });
    const url = await databaseUrl(await second.ready());
    expect(passwordOf(url)).toBe('another-password');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('mariadb-init'))).toEqual([]);
  });
});

async function databaseUrl(address: string): Promise<string> {
  return (await environmentOf(address))?.DATABASE_URL ?? '';
}

function passwordOf(url = ''): string {
  return new URL(url).password;
}

async function query(url: string, statement: string): Promise<unknown> {
  const connection = await createConnection(url);
  try {
    const [rows] = await connection.query(statement);
    return rows;
  } finally {
    await connection.end();
  }
}

/** Returns the hexadecimal addresses on which a process listens on a port. IPv6 addresses are longer. */
function listeningAddresses(pid: number, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && fields[1]?.endsWith(wanted))
      .map((fields) => fields[1]?.split(':')[0] ?? ''),
  );
}
