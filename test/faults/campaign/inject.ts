import { setTimeout as sleep } from 'node:timers/promises';
import type { Cut } from './database-proxy.ts';
import { killAndForget } from './durability-off.ts';
import type { PlatformMood } from './fronts.ts';
import { isAlive, recordedPid, untilEngine, untilRecorded } from './launcher.ts';
import { callModel } from './model-client.ts';
import type { FaultKind, PlannedFault } from './plan.ts';
import { freeBytes } from './small-disk.ts';
import type { Stack } from './stack.ts';
import { ask } from './work.ts';

/** A fault that is over. `recovery` answers when what it hit worked again; null if it did not in time. */
export interface Injected {
  clearedAt: number;
  recovery: Promise<number | null>;
  /** Whether the next fault waits for the recovery. */
  isWaitedFor: boolean;
  note?: string;
}

type Inject = (stack: Stack, fault: PlannedFault) => Promise<Injected>;

const RECOVERY_MS = 120_000;

/** Injects a fault and ends it. Without durability, a killed database has forgotten its last seconds. */
export async function inject(stack: Stack, fault: PlannedFault, isDurable: boolean): Promise<Injected> {
  if (!isDurable && fault.kind === 'kill-database') {
    const pid = await killAndForget(stack);
    return cleared(
      async () => (await hasNewProcess(stack.databaseDir, 'mariadbd', pid)) && isServerReady(stack),
    );
  }
  return INJECTORS[fault.kind](stack, fault);
}

const INJECTORS: Record<FaultKind, Inject> = {
  'kill-server': (stack) => killRecorded(stack.dataDir, 'api', () => isServerReady(stack)),
  'stop-server': async (stack, fault) =>
    stopped(await untilRecorded(stack.dataDir, 'api'), fault, () => isServerReady(stack)),
  'kill-inference': (stack) => killRecorded(stack.dataDir, 'inference', () => isModelReady(stack)),
  'stop-inference': async (stack, fault) =>
    stopped(await untilRecorded(stack.dataDir, 'inference'), fault, () => isModelReady(stack)),
  'kill-engine': async (stack) => {
    process.kill(await untilEngine(await untilRecorded(stack.dataDir, 'inference')), 'SIGKILL');
    return cleared(() => isModelReady(stack));
  },
  'stop-engine': async (stack, fault) =>
    stopped(await untilEngine(await untilRecorded(stack.dataDir, 'inference')), fault, () =>
      isModelReady(stack),
    ),
  'kill-database': (stack) => killRecorded(stack.databaseDir, 'mariadbd', () => isServerReady(stack)),
  'stop-database': async (stack, fault) =>
    stopped(await untilRecorded(stack.databaseDir, 'mariadbd'), fault, () => isServerReady(stack)),
  'kill-launcher': async (stack) => {
    const server = await untilRecorded(stack.dataDir, 'api');
    const { starts } = stack.launcher;
    const before = starts();
    process.kill(stack.launcher.pid(), 'SIGKILL');
    return cleared(
      async () =>
        starts() > before && (await hasNewProcess(stack.dataDir, 'api', server)) && isServerReady(stack),
    );
  },
  'stop-launcher': (stack, fault) => stopped(stack.launcher.pid(), fault, () => isServerReady(stack)),
  'cut-before-commit': (stack, fault) => cut(stack, fault, /^\s*COMMIT\b/i, 'before'),
  'cut-after-commit': (stack, fault) => cut(stack, fault, /^\s*COMMIT\b/i, 'after'),
  'cut-commit-answer': (stack, fault) => cut(stack, fault, /^\s*COMMIT\b/i, 'answer'),
  'cut-callback-insert': (stack, fault) =>
    cut(stack, fault, /INSERT\b.{0,40}\binbound_callbacks\b/is, 'answer'),
  'disk-full': async (stack, fault) => {
    const { disk } = stack;
    if (!disk) throw new Error('no small disk');
    const megabytes = Math.round(disk.fill() / 1024 / 1024);
    await sleep(2 * fault.lastsMs);
    const left = freeBytes(disk.folder);
    disk.free();
    return { ...cleared(() => isServerReady(stack)), note: `${megabytes} MB taken, ${left} bytes left` };
  },
  'clock-ahead': (stack, fault) => moveClock(stack, fault, fault.variant % 2 === 0 ? 45 : 3_600),
  'clock-behind': (stack, fault) => moveClock(stack, fault, fault.variant % 2 === 0 ? -90 : -3_600),
  'platform-garbage': (stack, fault) => upset(stack, fault, 'garbage'),
  'platform-500': (stack, fault) => upset(stack, fault, '500'),
  'platform-429': (stack, fault) => upset(stack, fault, '429'),
  'platform-timeout': (stack, fault) => upset(stack, fault, 'timeout'),
  'platform-reset': (stack, fault) => upset(stack, fault, 'reset'),
  'platform-drip': (stack, fault) => upset(stack, fault, 'drip'),
  'platform-callbacks': async (stack, fault) => {
    const path = `/accounts/${tenantOf(stack, fault).phoneNumberId}/knobs`;
    await stack.control('PATCH', path, {
      ...{ duplicateRate: 0.5, reorder: true, statusBeforeResponse: true },
      ...{ callbackLostRate: 0.3, callbackAnswerLostRate: 0.3 },
    });
    await sleep(2 * fault.lastsMs);
    await stack.control('DELETE', path);
    return over();
  },
  'receiver-slow': (stack, fault) => mislead(stack, fault, { wait: 2_500 }),
  'receiver-500': (stack, fault) => mislead(stack, fault, { status: 500 }),
  'receiver-reset': (stack, fault) => mislead(stack, fault, { act: 'reset' }),
};

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
async function stopped(pid: number, fault: PlannedFault, isReady: () => Promise<boolean>): Promise<Injected> {
  process.kill(pid, 'SIGSTOP');
  await sleep(fault.lastsMs);
  // It may have been killed meanwhile, by who waits for it.
  if (isAlive(pid)) process.kill(pid, 'SIGCONT');
  return cleared(isReady);
}

async function cut(stack: Stack, fault: PlannedFault, matching: RegExp, how: Cut): Promise<Injected> {
  const count = 1 + (fault.variant % 3);
  const left = stack.proxy?.cutNext(matching, how, count) ?? (() => 0);
  const deadline = Date.now() + 8_000;
  while (left() > 0 && Date.now() < deadline) await sleep(20);
  const done = count - left();
  stack.proxy?.cutNext(matching, how, 0);
  return { ...cleared(() => isServerReady(stack)), note: `${done} of ${count} connections` };
}

async function moveClock(stack: Stack, fault: PlannedFault, seconds: number): Promise<Injected> {
  stack.proxy?.setClock(seconds);
  // The server compares the clock once a second.
  await sleep(2_000 + fault.lastsMs);
  stack.proxy?.setClock(0);
  return { ...over(), note: `${seconds} s` };
}

async function upset(stack: Stack, fault: PlannedFault, mood: PlatformMood): Promise<Injected> {
  const { phoneNumberId } = tenantOf(stack, fault);
  stack.edge.setMood(phoneNumberId, mood);
  await sleep(fault.lastsMs);
  stack.edge.setMood(phoneNumberId, null);
  const clearedAt = Date.now();
  // Sends to the platform pause for a while after an outage; other faults go on meanwhile.
  const recovery = untilTrue(async () => stack.edge.lastAcceptedAt(phoneNumberId) > clearedAt);
  return { clearedAt, recovery, isWaitedFor: false };
}

async function mislead(
  stack: Stack,
  fault: PlannedFault,
  behaviour: { status?: number; wait?: number; act?: 'reset' },
): Promise<Injected> {
  const { receiver } = tenantOf(stack, fault);
  await receiver.behave('/hook', behaviour);
  await sleep(fault.lastsMs);
  await receiver.behave('/hook', {});
  return over();
}

function tenantOf(stack: Stack, fault: PlannedFault) {
  const tenant = stack.tenants[fault.variant % stack.tenants.length];
  if (!tenant) throw new Error('no workspace');
  return tenant;
}

function cleared(isReady: () => Promise<boolean>): Injected {
  return { clearedAt: Date.now(), recovery: untilTrue(isReady), isWaitedFor: true };
}

/** The end of a fault after which nothing has to become ready. */
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
