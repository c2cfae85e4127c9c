import { describe, expect, it } from 'vitest';
import { environmentOf, isAlive, isReady, launch, pidOf, until } from './launcher-process.ts';

describe('sudden death', () => {
  it('of the launcher: all processes end automatically, and the next start works', async () => {
    const first = launch();
    await first.ready();
    const pids = (['api', 'watchdog', 'mariadbd'] as const).map((name) => pidOf(first.dataDir, name));
    // Kills the whole process group, as a terminal or a supervisor does.
    process.kill(-first.pid, 'SIGKILL');
    await until('all children have ended', () => !pids.some(isAlive));
    const second = launch({ dataDir: first.dataDir });
    expect(await isReady(await second.ready())).toBe(true);
    expect(second.output()).not.toContain('left behind');
  });

  it('of the launcher with an immediate restart: the new one waits for the old database', async () => {
    const first = launch();
    await first.ready();
    process.kill(first.pid, 'SIGKILL');
    const second = launch({ dataDir: first.dataDir });
    expect(await isReady(await second.ready())).toBe(true);
  });

  it('of launcher, watchdog and server together: the next start ends the remaining database', async () => {
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
    'of %s: the database restarts at the same address',
    async (name) => {
      const run = launch();
      const address = await run.ready();
      const before = await environmentOf(address);
      const database = pidOf(run.dataDir, 'mariadbd');
      process.kill(pidOf(run.dataDir, name), 'SIGKILL');
      await until('the old database has ended', () => !isAlive(database));
      await until('the new one is ready', () => isReady(address));
      // The same server process, with the same settings.
      expect(await environmentOf(address)).toEqual(before);
      run.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    },
  );

  it('of the npm that started it: the launcher shuts down in order', async () => {
    // Like npm's shell between the two processes, which ends on SIGTERM without forwarding it.
    const run = launch({ as: ['/bin/sh', '-c', '"$@"; exit $?', 'sh'], options: { isUnderNpm: true } });
    await run.ready();
    process.kill(run.pid, 'SIGTERM');
    await run.exit();
    expect(run.output()).toMatch(/Stopped\.\s*$/);
  });

  it('of the API server: it is restarted', async () => {
    const run = launch();
    const address = await run.ready();
    const before = pidOf(run.dataDir, 'api');
    process.kill(before, 'SIGKILL');
    await until(
      'another one responds',
      async () => Number((await environmentOf(address))?.pid ?? before) !== before,
    );
    expect(run.output()).toContain('The API server ended with SIGKILL; starting it again.');
  });
});
