import { setTimeout as sleep } from 'node:timers/promises';
import { areAllReady, isOneReady, isolateNode, nodeOf } from './cluster/nodes.ts';
import type { Cut } from './database-proxy.ts';
import { killAndForget } from './durability-off.ts';
import type { PlatformMood } from './fronts.ts';
import { isAlive, recordedPid, untilEngine, untilRecorded } from './launcher.ts';
import { callModel } from './model-client.ts';
import type { FailureKind, PlannedFailure } from './plan.ts';
import { freeBytes } from './small-disk.ts';
import type { ApiServerName, Stack } from './stack.ts';
import { ask } from './work.ts';

/** A failure that is over. `recovery` answers when what it hit worked again; null if it did not in time. */
export interface Injected {
  clearedAt: number;
  recovery: Promise<number | null>;
  /** Whether the next failure waits for the recovery. */
  isWaitedFor: boolean;
  note?: string;
}

type Inject = (stack: Stack, failure: PlannedFailure) => Promise<Injected>;

const RECOVERY_MS = 120_000;

/** Injects a failure and ends it. Without durability, a killed database has forgotten its last seconds. */
export async function inject(stack: Stack, failure: PlannedFailure, isDurable: boolean): Promise<Injected> {
  if (!isDurable && failure.kind === 'kill-database') {
    const pid = await killAndForget(stack);
    return cleared(
      async () => (await hasNewProcess(stack.databaseDir, 'mariadbd', pid)) && isServerReady(stack),
    );
  }
  return INJECTORS[failure.kind](stack, failure);
}

const INJECTORS: Record<FailureKind, Inject> = {
  'kill-server': (stack) => killRecorded(stack.dataDir, 'api', () => isServerReady(stack)),
  'stop-server': async (stack, failure) =>
    stopped(await untilRecorded(stack.dataDir, 'api'), failure, () => isServerReady(stack)),
  'kill-inference': (stack) => killRecorded(stack.dataDir, 'inference', () => isModelReady(stack)),
  'stop-inference': async (stack, failure) =>
    stopped(await untilRecorded(stack.dataDir, 'inference'), failure, () => isModelReady(stack)),
  'kill-engine': async (stack) => {
    process.kill(await untilEngine(await untilRecorded(stack.dataDir, 'inference')), 'SIGKILL');
    return cleared(() => isModelReady(stack));
  },
  'stop-engine': async (stack, failure) =>
    stopped(await untilEngine(await untilRecorded(stack.dataDir, 'inference')), failure, () =>
      isModelReady(stack),
    ),
  'kill-database': (stack) => killRecorded(stack.databaseDir, 'mariadbd', () => isServerReady(stack)),
  'stop-database': async (stack, failure) =>
    stopped(await untilRecorded(stack.databaseDir, 'mariadbd'), failure, () => isServerReady(stack)),
  'kill-launcher': async (stack) => {
    const server = await untilRecorded(stack.dataDir, 'api');
    const { starts } = stack.launcher;
    const before = starts();
    process.kill(stack.launcher.pid(), 'SIGKILL');
    return cleared(
      async () =>
        starts() > before &&
        (await hasNewProcess(stack.dataDir, 'api', server)) &&
        (await isServerReady(stack)) &&
        isModelReady(stack),
    );
  },
  'stop-launcher': (stack, failure) =>
    stopped(stack.launcher.pid(), failure, async () => (await isServerReady(stack)) && isModelReady(stack)),
  'cut-before-commit': (stack, failure) => cut(stack, failure, /^\s*COMMIT\b/i, 'before'),
  'cut-after-commit': (stack, failure) => cut(stack, failure, /^\s*COMMIT\b/i, 'after'),
  'cut-commit-answer': (stack, failure) => cut(stack, failure, /^\s*COMMIT\b/i, 'answer'),
  'cut-callback-insert': (stack, failure) =>
    cut(stack, failure, /INSERT\b.{0,40}\binbound_callbacks\b/is, 'answer'),
  'disk-full': async (stack, failure) => {
    const { disk } = stack;
    if (!disk) throw new Error('no small disk');
    const megabytes = Math.round(disk.fill() / 1024 / 1024);
    await sleep(2 * failure.lastsMs);
    const left = freeBytes(disk.folder);
    disk.free();
    return { ...cleared(() => isServerReady(stack)), note: `${megabytes} MB taken, ${left} bytes left` };
  },
  'clock-ahead': (stack, failure) => moveClock(stack, failure, failure.variant % 2 === 0 ? 45 : 3_600),
  'clock-behind': (stack, failure) => moveClock(stack, failure, failure.variant % 2 === 0 ? -90 : -3_600),
  'platform-garbage': (stack, failure) => upset(stack, failure, 'garbage'),
  'platform-500': (stack, failure) => upset(stack, failure, '500'),
  'platform-429': (stack, failure) => upset(stack, failure, '429'),
  'platform-timeout': (stack, failure) => upset(stack, failure, 'timeout'),
  'platform-reset': (stack, failure) => upset(stack, failure, 'reset'),
  'platform-drip': (stack, failure) => upset(stack, failure, 'drip'),
  'platform-callbacks': async (stack, failure) => {
    const path = `/accounts/${tenantOf(stack, failure).phoneNumberId}/knobs`;
    await stack.control('PATCH', path, {
      ...{ duplicateRate: 0.5, reorder: true, statusBeforeResponse: true },
      ...{ callbackLostRate: 0.3, callbackAnswerLostRate: 0.3 },
    });
    await sleep(2 * failure.lastsMs);
    await stack.control('DELETE', path);
    return over();
  },
  'receiver-slow': (stack, failure) => mislead(stack, failure, { wait: 2_500 }),
  'receiver-500': (stack, failure) => mislead(stack, failure, { status: 500 }),
  'receiver-reset': (stack, failure) => mislead(stack, failure, { act: 'reset' }),
  'restart-servers': restartServers,
  'kill-one-server': (stack, failure) => {
    const server = serverOf(stack, failure);
    return killRecorded(stack.dataDir, server, () => isOneReady(stack, server));
  },
  'stop-one-server': async (stack, failure) => {
    const server = serverOf(stack, failure);
    // The longer one is seen by the others, which take over its work while it still has it in hand.
    const lastsMs = failure.variant % 2 === 0 ? failure.lastsMs : 20_000;
    const pid = await untilRecorded(stack.dataDir, server);
    return {
      ...(await stopped(pid, { ...failure, lastsMs }, () => isOneReady(stack, server))),
      note: `${lastsMs} ms`,
    };
  },
  'kill-redis': (stack) => killRecorded(stack.dataDir, 'redis', () => isServerReady(stack)),
  'kill-node': (stack, failure) => killRecorded(nodeOf(stack, failure), 'mariadbd', () => areAllReady(stack)),
  'stop-node': async (stack, failure) => {
    // The longer one is left out by the other nodes, and joins them again.
    const lastsMs = failure.variant % 2 === 0 ? failure.lastsMs : 12_000;
    const pid = await untilRecorded(nodeOf(stack, failure), 'mariadbd');
    return {
      ...(await stopped(pid, { ...failure, lastsMs }, () => areAllReady(stack))),
      note: `${lastsMs} ms`,
    };
  },
  'cut-node': async (stack, failure) => {
    const node = nodeOf(stack, failure);
    await isolateNode(node, true);
    // Longer than the other nodes wait for a sign of it.
    await sleep(8_000 + failure.lastsMs);
    await isolateNode(node, false);
    return cleared(() => areAllReady(stack));
  },
};

/** Restarts all API servers in turn, as `npm run cluster -- restart` does. It is over when all run again. */
async function restartServers(stack: Stack): Promise<Injected> {
  const began = Date.now();
  const before = stack.servers.map((server) => recordedPid(stack.dataDir, server));
  process.kill(stack.launcher.pid(), 'SIGUSR2');
  const end = await untilTrue(async () => {
    for (const [index, server] of stack.servers.entries()) {
      if (!(await hasNewProcess(stack.dataDir, server, before[index] ?? 0))) return false;
      if (!(await isOneReady(stack, server))) return false;
    }
    return true;
  });
  const clearedAt = Date.now();
  const note = `${stack.servers.length} servers in ${((clearedAt - began) / 1_000).toFixed(0)} s`;
  return { clearedAt, recovery: Promise.resolve(end === null ? null : clearedAt), isWaitedFor: true, note };
}

function serverOf({ servers }: Stack, { variant }: PlannedFailure): ApiServerName {
  const server = servers[variant % servers.length];
  if (!server) throw new Error('no server');
  return server;
}

async function killRecorded(
  folder: string,
  name: Parameters<typeof recordedPid>[1],
  isReady: () => Promise<boolean>,
): Promise<Injected> {
  const pid = await untilRecorded(folder, name);
  process.kill(pid, 'SIGKILL');
  return cleared(async () => (await hasNewProcess(folder, name, pid)) && isReady());
}

async function hasNewProcess(folder: string, name: Parameters<typeof recordedPid>[1], before: number) {
  const pid = recordedPid(folder, name);
  return pid !== null && pid !== before && isAlive(pid);
}

/** Stops a process for a while. */
async function stopped(
  pid: number,
  failure: PlannedFailure,
  isReady: () => Promise<boolean>,
): Promise<Injected> {
  process.kill(pid, 'SIGSTOP');
  await sleep(failure.lastsMs);
  // It may have been killed meanwhile, by who waits for it.
  if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  return cleared(isReady);
}

async function cut(stack: Stack, failure: PlannedFailure, matching: RegExp, how: Cut): Promise<Injected> {
  const count = 1 + (failure.variant % 3);
  const left = stack.proxy?.cutNext(matching, how, count) ?? (() => 0);
  const deadline = Date.now() + 8_000;
  while (left() > 0 && Date.now() < deadline) await sleep(20);
  const done = count - left();
  stack.proxy?.cutNext(matching, how, 0);
  return { ...cleared(() => isServerReady(stack)), note: `${done} of ${count} connections` };
}

async function moveClock(stack: Stack, failure: PlannedFailure, seconds: number): Promise<Injected> {
  stack.proxy?.setClock(seconds);
  // The server compares the clock once a second.
  await sleep(2_000 + failure.lastsMs);
  stack.proxy?.setClock(0);
  return { ...over(), note: `${seconds} s` };
}

async function upset(stack: Stack, failure: PlannedFailure, mood: PlatformMood): Promise<Injected> {
  const { phoneNumberId } = tenantOf(stack, failure);
  stack.edge.setMood(phoneNumberId, mood);
  await sleep(failure.lastsMs);
  stack.edge.setMood(phoneNumberId, null);
  const clearedAt = Date.now();
  // Sends to the platform pause for a while after an outage; other failures go on meanwhile.
  const recovery = untilTrue(async () => stack.edge.lastAcceptedAt(phoneNumberId) > clearedAt);
  return { clearedAt, recovery, isWaitedFor: false };
}

async function mislead(
  stack: Stack,
  failure: PlannedFailure,
  behaviour: { status?: number; wait?: number; act?: 'reset' },
): Promise<Injected> {
  const { receiver } = tenantOf(stack, failure);
  await receiver.behave('/hook', behaviour);
  await sleep(failure.lastsMs);
  await receiver.behave('/hook', {});
  return over();
}

function tenantOf(stack: Stack, failure: PlannedFailure) {
  const tenant = stack.tenants[failure.variant % stack.tenants.length];
  if (!tenant) throw new Error('no workspace');
  return tenant;
}

function cleared(isReady: () => Promise<boolean>): Injected {
  return { clearedAt: Date.now(), recovery: untilTrue(isReady), isWaitedFor: true };
}

/** The end of a failure after which nothing has to become ready. */
function over(): Injected {
  const clearedAt = Date.now();
  return { clearedAt, recovery: Promise.resolve(clearedAt), isWaitedFor: true };
}

async function untilTrue(holds: () => Promise<boolean>): Promise<number | null> {
  const deadline = Date.now() + RECOVERY_MS;
  while (Date.now() < deadline) {
    if (await holds().catch(() => false)) return Date.now();
    await sleep(50);
  }
  return null;
}

const isServerReady = async ({ apiUrl }: Stack) =>
  (await ask(`${apiUrl}/readyz`, { ms: 3_000 })).status === 200;

const isModelReady = async ({ modelUrl, probeKey }: Stack) =>
  (await callModel(modelUrl, probeKey, false, 20_000)).end === 'complete';
