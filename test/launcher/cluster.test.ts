import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { requireHaproxy } from '../../scripts/setup/haproxy.mjs';
import { freePort, type ProcessName } from '../../server/db/local-mariadb/index.ts';
import { eventually } from '../helpers/platform.ts';
import { isAlive, makeDataDir, pidOf } from './launcher-process.ts';

const SERVERS = ['api-1', 'api-2'] as const;
const OTHERS = ['redis', 'balancer', 'mariadbd'] as const;

interface Cluster {
  child: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
}

const environment = (dataDir: string, port: number) => ({
  ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  ...{ PORT: String(port), INFERENCE_PORT: '0', MODEL_PLACEHOLDER: '1' },
});

async function start(dataDir: string, port: number): Promise<Cluster> {
  const child = spawn(process.execPath, ['scripts/cluster.mjs', '--servers', '2'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(dataDir, port),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  await eventually(async () => /ready at/.test(output) || child.exitCode !== null, 90_000);
  expect(output).toContain('2 API servers behind a balancer');
  return { child, output: () => output, exit };
}

function pidsIn(dataDir: string): Map<ProcessName, number> {
  return new Map([...SERVERS, ...OTHERS].map((name) => [name, pidOf(dataDir, name)]));
}

it('starts, ends what a killed run has left, restarts its servers in turn, and stops with all its processes', async () => {
  requireHaproxy();
  const dataDir = makeDataDir();
  const port = await freePort();
  const killed = await start(dataDir, port);
  const left = pidsIn(dataDir);
  killed.child.kill('SIGKILL');
  await killed.exit;
  expect(isAlive(left.get('balancer') ?? 0)).toBe(true);

  const cluster = await start(dataDir, port);
  expect(cluster.output()).toContain('left behind');
  expect([...left.values()].filter(isAlive)).toEqual([]);
  const before = pidsIn(dataDir);
  const address = `http://127.0.0.1:${port}/readyz`;
  let isOver = false;
  const answers: number[] = [];
  const asking = (async () => {
    while (!isOver) answers.push((await fetch(address)).status);
  })();
  const said = execFileSync(process.execPath, ['scripts/cluster.mjs', 'restart'], {
    encoding: 'utf8',
    env: environment(dataDir, port),
  });
  expect(said).toContain('restart one after the other');
  await eventually(async () => cluster.output().includes('Restarted all API servers.'), 60_000);
  isOver = true;
  await asking;
  // While a server says that it stops, the balancer still asks it for a moment.
  expect(new Set(answers.filter((status) => status !== 503))).toEqual(new Set([200]));
  const after = pidsIn(dataDir);
  for (const name of SERVERS) expect(after.get(name)).not.toBe(before.get(name));
  for (const name of OTHERS) expect(after.get(name)).toBe(before.get(name));

  cluster.child.kill('SIGINT');
  expect(await cluster.exit).toBe(0);
  expect([...after.values()].filter(isAlive)).toEqual([]);
}, 240_000);
