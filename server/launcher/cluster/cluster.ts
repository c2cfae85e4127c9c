import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiEnvironment, bareEnvironment, type Config, childEnvironment, readConfig } from '../../config.ts';
import {
  freePort,
  isRunning,
  ownIdentity,
  readRecord,
  recordPath,
  writePrivateFile,
  writeRecord,
} from '../../db/local-mariadb/index.ts';
import { statusOf, waitUntilReady } from '../addresses.ts';
import {
  type ApiServers,
  type ApiStart,
  type ClusterOptions,
  graceOf,
  type Run,
  startChild,
  supervise,
} from '../run.ts';
import { balancerConfig } from './balancer-config.ts';

const POLL_MS = 25;

/**
 * Starts Redis, several API servers that share the database and the data folder, and a balancer in front of them. SIGUSR2
 * restarts the servers one after the other. Returns when all are ready.
 */
export async function startCluster(run: Run, cluster: ClusterOptions, start: ApiStart): Promise<ApiServers> {
  const { config, stop, shutdown, say } = run;
  const { signal } = stop;
  const { address, dataDir, databaseUrls, environment, port } = start;
  // `npm run cluster -- restart` finds the launcher by it, and only a launcher of a cluster.
  writeRecord(recordPath(dataDir, 'cluster'), { ...ownIdentity(), port });
  shutdown.add('The record of the cluster', () => rmSync(recordPath(dataDir, 'cluster'), { force: true }));
  const redisUrl = config.redisUrl ?? (await startRedis(run, cluster.redis, dataDir));
  const ports = await freePorts(cluster.servers);
  const common = {
    ...{ REDIS_URL: redisUrl, HOST: '127.0.0.1', EMBEDDED_DATABASE: '0' },
    PUBLIC_URL: publicUrlOf(config, address),
    TRUST_PROXY: [...config.trustProxy, '127.0.0.1'].join(','),
  };
  const databaseOf = (index: number): Record<string, string> => {
    const url = databaseUrls[index % databaseUrls.length];
    return url === undefined ? {} : { DATABASE_URL: url };
  };
  const servers = ports.map((serverPort, index) => ({
    url: `http://127.0.0.1:${serverPort}`,
    title: `API server ${index + 1}`,
    start: () =>
      supervise(run, {
        name: `api-${index + 1}`,
        title: `API server ${index + 1}`,
        program: { entry: start.entry },
        port: serverPort,
        environment: () =>
          apiEnvironment({ ...environment, ...common, ...databaseOf(index), PORT: String(serverPort) }),
        onMessage: start.onMessage,
      }),
  }));
  const running: { url: string; title: string; child: ReturnType<typeof supervise> }[] = [];
  // Together: each still serves for a while, which would add up.
  shutdown.add('The API servers', async (remainingMs) => {
    const graceMs = Math.min(graceOf(clusterDrain(), 'api'), remainingMs);
    await Promise.all(running.map(({ child }) => child.stop(graceMs)));
  });
  for (const server of servers) {
    const child = server.start();
    running.push({ ...server, child });
    await waitUntilReady(`${server.url}/readyz`, { signal });
    child.markReady();
  }
  await startBalancer(run, cluster, start, ports);
  say(`${servers.length} API servers behind a balancer: ${servers.map(({ url }) => url).join(', ')}`);

  let isRestarting = false;
  const restart = () => {
    if (isRestarting) return;
    isRestarting = true;
    void restartInTurn()
      .catch((error: Error) => {
        if (!signal.aborted) say(`The restart did not end: ${error.message}`);
      })
      .finally(() => {
        isRestarting = false;
      });
  };
  const restartInTurn = async () => {
    for (const { child, url, title } of running) {
      say(`Restarting ${title}…`);
      child.restart();
      await untilStopping(`${url}/readyz`, signal);
      await waitUntilReady(`${url}/readyz`, { signal });
    }
    say('Restarted all API servers.');
  };
  process.on('SIGUSR2', restart);
  return { restart, send: (message) => running.forEach(({ child }) => void child.send(message)) };
}

/**
 * Asks the cluster of this data folder to restart its servers in turn. Returns false when none runs: the signal would end
 * every other process.
 */
export function requestClusterRestart(): boolean {
  const cluster = readRecord(readConfig().dataDir, 'cluster');
  if (!cluster || !isRunning(cluster)) return false;
  process.kill(cluster.pid, 'SIGUSR2');
  return true;
}

/** Returns the times of an orderly stop of a server that has others beside it. */
export function clusterDrain(): Pick<Config, 'drainLimitMs'> {
  const shared = { EMBEDDED_DATABASE: '0', DATABASE_URL: 'mysql://127.0.0.1/shared' };
  return readConfig(childEnvironment(shared));
}

/** Returns the address that the operator has set, else that of the balancer. */
function publicUrlOf({ publicUrl, port, host }: Config, address: string): string {
  const isDefault = publicUrl === readConfig({ PORT: String(port), HOST: host }).publicUrl;
  return isDefault ? address : publicUrl;
}

/** Starts a Redis without persistence: nothing in it is needed permanently. */
async function startRedis(run: Run, path: string, dataDir: string): Promise<string> {
  const port = await freePort();
  const password = randomBytes(24).toString('base64url');
  const file = join(dataDir, 'run', 'redis.conf');
  // In a file that only its owner can read: arguments are visible to all users of the machine.
  writePrivateFile(
    file,
    [
      ...['bind 127.0.0.1', `port ${port}`, `requirepass ${password}`, 'save ""', 'appendonly no'],
      `dir ${JSON.stringify(join(dataDir, 'run'))}`,
      '',
    ].join('\n'),
  );
  const redis = startChild(run, {
    name: 'redis',
    title: 'Redis',
    program: { path, args: [file], argv0: 'redis-server' },
    port,
    environment: () => bareEnvironment(),
  });
  await untilListening(port, run.stop.signal);
  redis.markReady();
  return `redis://:${password}@127.0.0.1:${port}`;
}

async function startBalancer(
  run: Run,
  { haproxy, haproxyConfig }: ClusterOptions,
  { address, dataDir, port }: ApiStart,
  ports: readonly number[],
): Promise<void> {
  const { host } = run.config;
  const file = join(dataDir, 'run', 'haproxy.cfg');
  writePrivateFile(file, balancerConfig(haproxyConfig, { bind: `${host}:${port}`, ports }));
  const balancer = startChild(run, {
    name: 'balancer',
    title: 'The balancer',
    program: { path: haproxy, args: ['-db', '-f', file] },
    port,
    environment: () => bareEnvironment(),
  });
  await waitUntilReady(`${address}/readyz`, { signal: run.stop.signal });
  balancer.markReady();
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Waits until a server says that it is not ready, which it does as soon as it is asked to stop. */
async function untilStopping(url: string, signal: AbortSignal): Promise<void> {
  while ((await statusOf(url, signal)) === 200) await sleep(POLL_MS, undefined, { signal });
}

async function untilListening(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const isOpen = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1')
        .once('connect', () => resolve(true))
        .once('error', () => resolve(false));
      probe.once('connect', () => probe.destroy());
    });
    if (isOpen) return;
    await sleep(POLL_MS, undefined, { signal });
  }
}
