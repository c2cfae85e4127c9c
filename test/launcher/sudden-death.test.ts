import { describe, expect, it } from 'vitest';
import { environmentOf, isAlive, isReady, launch, pidOf, until } from './launcher-process.ts';

describe('sudden death', () => {
  it('of the launcher: everything ends by itself, and the next start works', async () => {
    const first = launch();
    await first.ready();
    const pids = (['api', 'watchdog', 'mariadbd'] as const).map((name) => pidOf(first.dataDir, name));
    // The whole process group, as a terminal or a supervisor would do it.
    process.kill(-first.pid, 'SIGKILL');
    await until('all children are gone', () => !pids.some(isAlive));
    const second = launch({ dataDir: first.dataDir });
    expect(await isReady(await second.ready())).toBe(true);
    expect(second.output()).not.toContain('left behind');
  });

  it('of the launcher, at once started again: the new one waits for the old database', async () => {
    const first = launch();
    await first.ready();
    process.kill(first.pid, 'SIGKILL');
    const second = launch({ dataDir: first.dataDir });
    expect(await isReady(await second.ready())).toBe(true);
  });

  it('of launcher, watchdog and server together: the next start ends the database they left', async () => {
    const first = launch();
    await first.ready();
    const database = pidOf(first.dataDir, 'mariadbd');
    for (const pid of [first.pid, pidOf(first.dataDir, 'watchdog'), pidOf(first.dataDir, 'api')]) {
      process.kill(pid, 'SIGKILL');
    }
    await first.exit();
    expect(isAlive(database)).toBe(true);
    const second = launch({ dataDir: first.dataDir });
    expect(await isReady(await second.ready())).toBe(true);
    expect(isAlive(database)).toBe(false);
    expect(second.output()).toContain('left behind');
  });

  it.each(['mariadbd', 'watchdog'] as const)(
    'of %s: the database comes back at the same address',
    async (name) => {
      const run = launch();
      const address = await run.ready();
      const before = await environmentOf(address);
      const database = pidOf(run.dataDir, 'mariadbd');
      process.kill(pidOf(run.dataDir, name), 'SIGKILL');
      await until('the old database is gone', () => !isAlive(database));
      await until('the new one answers', () => isReady(address));
      // The very same server process: it did not have to be told anything new.
      expect(await environmentOf(address)).toEqual(before);
      run.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    },
  );

  it('of the npm that started it: it ends in order', async () => {
    // Like npm's: a shell that stays between, and dies of SIGTERM without passing it on.
    const run = launch({ as: ['/bin/sh', '-c', '"$@"; exit $?', 'sh'], options: { isUnderNpm: true } });
    await run.ready();
    process.kill(run.pid, 'SIGTERM');
    await run.exit();
    expect(run.output()).toMatch(/Stopped\.\s*$/);
  });

  it('of the API server: it is started again', async () => {
    const run = launch();
    const address = await run.ready();
    const before = pidOf(run.dataDir, 'api');
    process.kill(before, 'SIGKILL');
    await until(
      'another one answers',
      async () => Number((await environmentOf(address))?.pid ?? before) !== before,
    );
    expect(run.output()).toContain('The API server ended with SIGKILL; starting it again.');
  });
});
