import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { attachLocalMariadb, holderOf, withRuntime } from '../../server/db/local-mariadb/index.ts';
import { environmentOf, launch, makeDataDir, until } from './launcher-process.ts';

const plain = { databaseUrl: undefined, secretKey: undefined };

describe('the runtime of an operator command', () => {
  it('uses DATABASE_URL if it is set, which then requires SECRET_KEY', async () => {
    const dataDir = '/nowhere';
    const databaseUrl = 'mysql://a:b@127.0.0.1:1/c';
    const secretKey = 'k'.repeat(32);
    await expect(withRuntime({ databaseUrl, secretKey: undefined, dataDir }, asIs)).rejects.toMatchObject({
      code: 'secret_key_missing',
    });
    expect(await withRuntime({ databaseUrl, secretKey, dataDir }, asIs)).toEqual({ databaseUrl, secretKey });
  });

  it('uses the database of a running server, even while it starts', async () => {
    const run = launch();
    await until('the launcher has the folder', () => holderOf(run.dataDir) !== null);
    // The server is still starting, so the command waits.
    const runtime = await withRuntime({ ...plain, dataDir: run.dataDir }, asIs);
    const given = await environmentOf(await run.ready());
    expect(runtime).toMatchObject({ databaseUrl: given?.DATABASE_URL, secretKey: given?.SECRET_KEY });
  });

  it('has the address and platform of the running server, not those of the shell', async () => {
    const run = launch({ options: { sandbox: true } });
    const address = await run.ready();
    const runtime = await withRuntime({ ...plain, dataDir: run.dataDir }, asIs);
    const { GRAPH_URL = 'none' } = (await environmentOf(address)) ?? {};
    expect(runtime).toMatchObject({ publicUrl: address, graphUrl: GRAPH_URL, sandboxEnabled: true });
    const elsewhere = { databaseUrl: 'mysql://a:b@127.0.0.1:1/c', secretKey: 'k'.repeat(32) };
    expect(await withRuntime({ ...elsewhere, dataDir: run.dataDir }, asIs)).toEqual(elsewhere);

    const known = launch({ environment: { PUBLIC_URL: 'https://crm.example.com/' } });
    await known.ready();
    expect(await withRuntime({ ...plain, dataDir: known.dataDir }, asIs)).toMatchObject({
      publicUrl: 'https://crm.example.com',
      graphUrl: 'https://graph.facebook.com',
    });
  });

  it('otherwise starts a database for the command; two commands run one after the other', async () => {
    const dataDir = makeDataDir();
    let inside = 0;
    const command = () =>
      withRuntime({ ...plain, dataDir }, async ({ databaseUrl, secretKey }) => {
        inside += 1;
        expect(inside).toBe(1);
        const connection = await createConnection(databaseUrl);
        await connection.query('CREATE TABLE IF NOT EXISTS seen (n INT)');
        await connection.query('INSERT INTO seen VALUES (1)');
        const [rows] = await connection.query('SELECT COUNT(*) AS count FROM seen');
        await connection.end();
        inside -= 1;
        return { rows, secretKey };
      });
    const [a, b] = await Promise.all([command(), command()]);
    expect([a.rows, b.rows].map((rows) => JSON.stringify(rows)).sort()).toEqual([
      '[{"count":1}]',
      '[{"count":2}]',
    ]);
    expect(a.secretKey).toBe(b.secretKey);
    expect(holderOf(dataDir)).toBeNull();
    expect(await attachLocalMariadb(dataDir)).toBeNull();
  });
});

async function asIs<T>(runtime: T): Promise<T> {
  return runtime;
}
