import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { findRedis } from '../../scripts/setup/redis.mjs';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { createLogger } from '../../server/kernel/logging/logger.ts';
import { createRedis, type Redis } from '../../server/kernel/redis/redis.ts';

/** A real Redis in its own process, which a test can kill, restart and freeze. */
export interface TestRedis {
  url: string;
  password: string;
  /** Starts it on the same port, empty. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps its connections open without responding. */
  freeze(): void;
  thaw(): void;
  /** Ends the process, frozen or not. */
  stop(): Promise<void>;
}

const START_MS = 10_000;

/** Starts a Redis without persistence on a free local port. */
export async function startRedis(): Promise<TestRedis> {
  const path = findRedis();
  if (!path) throw new Error('There is no Redis server on this machine. Run: npm test (or install one)');
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  async function start(): Promise<void> {
    const options = {
      port: String(port),
      bind: '127.0.0.1',
      save: '',
      appendonly: 'no',
      dir: tmpdir(),
      requirepass: password,
    };
    const started = spawn(
      path ?? '',
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    child = started;
    ended = new Promise((resolve) => started.once('exit', () => resolve()));
    await untilReady(started);
  }

  async function kill(): Promise<void> {
    child?.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    password,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: kill,
  };
}

/**
 * Connects as a server does, but without its time limit for commands, so that a slow machine does not send them
 * elsewhere. The caller stops it.
 */
export async function connectTo({ url }: TestRedis): Promise<Redis> {
  const redis = createRedis(url, createLogger('silent'));
  redis.start();
  const client = redis.openReader();
  await client.connect();
  return { ...redis, run: (command) => command(client) };
}

function untilReady(child: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`Redis ${what}:\n${output}`));
    const timer = setTimeout(() => fail('did not start in time'), START_MS);
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('Ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
