import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { holderOf } from '../../server/db/local-mariadb/index.ts';
import { isAlive, launch, makeDataDir, pidOf } from './launcher-process.ts';

describe('one launcher at a time', () => {
  it('rejects a second one with a message that names the first, which keeps running', async () => {
    // Below the system's range of dynamic ports, so that no other test can have it.
    const port = String(20_000 + (process.pid % 10_000));
    const first = launch({ environment: { PORT: port } });
    await first.ready();
    const second = launch({ dataDir: first.dataDir, environment: { PORT: port } });
    expect(await second.exit()).toBe(1);
    expect(second.output().trim()).toMatch(
      new RegExp(
        `^Switchboard is already running on ${first.dataDir}: process ${first.pid}, ` +
          `since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC, at http://127\\.0\\.0\\.1:${port}\\. Stop it first, .*$`,
      ),
    );
    expect(isAlive(pidOf(first.dataDir, 'mariadbd'))).toBe(true);
  });

  it('lets exactly one of many lock the folder, even if its last holder was killed', async () => {
    const dataDir = makeDataDir();
    for (let round = 0; round < 3; round += 1) {
      const rivals = await race(dataDir, 6);
      const words = rivals.map((rival) => rival.word).sort();
      expect(words).toEqual([...Array(5).fill('data_dir_in_use'), 'taken']);
      for (const { child } of rivals) {
        if (child.exitCode !== null || !child.kill('SIGKILL')) continue;
        await once(child, 'exit');
      }
      expect(holderOf(dataDir)).toBeNull();
    }
  }, 60_000);

  it('reports in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address && typeof address === 'object' ? address.port : 0;
    const run = launch({ environment: { PORT: String(port) } });
    expect(await run.exit()).toBe(1);
    expect(run.output().trim()).toBe(
      `Port ${port} is in use by another program: set PORT=… to another port, or stop it.`,
    );
    other.close();
  });

  it('reports all errors in the environment at once', async () => {
    const run = launch({ environment: { PORT: 'abc', DATABASE_URL: 'postgres://x', LOG_LEVEL: 'loud' } });
    // A process manager reads in it that another start cannot help.
    expect(await run.exit()).toBe(78);
    for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(run.output()).toContain(`  ${name}: `);
  });

  it.each([
    [{ TRUST_PROXY: 'zzz' }, /^The environment is not usable:\n {2}TRUST_PROXY: must be .*, not "zzz"$/, 78],
    [
      { DATABASE_URL: 'mysql://ann:hush@127.0.0.1:1/crm', SECRET_KEY: 'k'.repeat(32) },
      /^The database at 127\.0\.0\.1:1 does not answer \(connection refused\): check .*DATABASE_URL\.$/,
      // The database may start later than the server.
      1,
    ],
  ])('reports an error in the environment once and ends: %o', async (environment, sentence, exitCode) => {
    const run = launch({ environment });
    expect(await run.exit()).toBe(exitCode);
    expect(run.output().trim()).toMatch(sentence);
  });

  it('does not restart a server that reports that it cannot start', async () => {
    const apiEntry = fileURLToPath(new URL('./fixtures/newer-api.mjs', import.meta.url));
    const run = launch({ options: { apiEntry } });
    expect(await run.exit()).toBe(78);
    expect(run.output().match(/migrated by a newer version of Switchboard/g)).toHaveLength(1);
    expect(run.output()).not.toMatch(/starting it again|\n\s+at /);
    expect(run.output()).toContain('The API server did not start');
  });

  it('reports that the server cannot start, and leaves nothing behind', async () => {
    const run = launch({ options: { apiEntry: '/nowhere/at-all.mjs' } });
    expect(await run.exit()).toBe(1);
    expect(run.output()).toContain('The API server did not start');
    expect(holderOf(run.dataDir)).toBeNull();
    expect(() => pidOf(run.dataDir, 'mariadbd')).toThrow();
  });
});

async function race(dataDir: string, count: number) {
  const fixture = fileURLToPath(new URL('./fixtures/take-lock.mjs', import.meta.url));
  const start = String(Date.now() + 700);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [fixture, dataDir, start], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const [chunk] = await once(child.stdout, 'data');
      return { child, word: String(chunk).trim() };
    }),
  );
}
