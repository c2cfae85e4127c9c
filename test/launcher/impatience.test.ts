import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { holderOf } from '../../server/db/local-mariadb/index.ts';
import { isAlive, launch, pidOf, until } from './launcher-process.ts';

const apiEntry = fileURLToPath(new URL('./fixtures/stubborn-api.mjs', import.meta.url));

describe('an interrupted shutdown', () => {
  it('takes at most 15 seconds when the API server hangs, and the database still ends cleanly', async () => {
    const run = launch({ options: { apiEntry } });
    await run.ready();
    const pids = (['api', 'mariadbd'] as const).map((name) => pidOf(run.dataDir, name));
    const startedAt = Date.now();
    run.kill('SIGTERM');
    expect(await run.exit()).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(holderOf(run.dataDir)).toBeNull();
  });

  it('ends immediately on a second Ctrl-C', async () => {
    const run = launch({ options: { apiEntry } });
    await run.ready();
    const pids = (['api', 'watchdog', 'mariadbd'] as const).map((name) => pidOf(run.dataDir, name));
    run.kill('SIGINT');
    await until('the server drains', () => run.output().includes('draining for ever'));
    run.kill('SIGINT');
    expect(await run.exit()).toBe(130);
    await until('all processes have ended', () => !pids.some(isAlive));
  });

  it.each([50, 300, 600, 900])('leaves nothing when it starts %i ms after the first start', async (delay) => {
    const run = launch();
    await until('the launcher has the folder', () => holderOf(run.dataDir) !== null);
    await new Promise((done) => setTimeout(done, delay));
    run.kill('SIGINT');
    expect(await run.exit()).toBe(0);
    expect(holderOf(run.dataDir)).toBeNull();
    expect(() => pidOf(run.dataDir, 'mariadbd')).toThrow();
    expect(() => pidOf(run.dataDir, 'api')).toThrow();
  });
});
