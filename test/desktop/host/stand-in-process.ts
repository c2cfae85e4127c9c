import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { decode, encode } from '../stand-in/codec.ts';
import type { HostEvent } from '../stand-in/host-channel.ts';
import type { Setting } from '../stand-in/setting.ts';
import { type AppProcess, startProcess } from './app-process.ts';
import type { Bundles } from './bundles.ts';
import type { RunningChromium } from './chromium.ts';
import type { LaunchOptions, MainProcess } from './desktop-host.ts';
import { targetIdOf } from './target-id.ts';

export type Profile = Pick<Setting, 'contexts' | 'storageKey'>;

interface Start {
  chromium: RunningChromium;
  profile: Profile;
  options: LaunchOptions;
  mainFile: string;
  bundles: Bundles;
  /** Called with every process at its start. */
  track(child: ChildProcess): void;
}
interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts main on Node and waits until its app is ready. */
export async function startStandIn(start: Start): Promise<MainProcess> {
  const { chromium, profile, options } = start;
  const { child, log, exited } = spawnMain(start, options.arguments ?? []);
  const targets = new Set<string>();
  const pending = new Map<number, Pending>();
  let last = 0;
  let announceReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    announceReady = resolve;
  });

  child.on('message', (message: HostEvent) => {
    if (message.event === 'ready') announceReady();
    else if (message.event === 'target') targets.add(message.id);
    else if (message.event === 'context') keepContext(profile, message);
    else {
      const { resolve, reject } = pending.get(message.id) ?? {};
      pending.delete(message.id);
      if (message.ok) resolve?.(decode(message.value));
      else reject?.(decode(message.value));
    }
  });
  const ended = exited().then(async (code) => {
    for (const { reject } of pending.values()) reject(new Error(`main has ended:\n${log()}`));
    await closeTargets(chromium, targets);
    return code;
  });

  const ask = (name: string, input: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (!child.connected) return reject(new Error(`main has ended:\n${log()}`));
      last += 1;
      pending.set(last, { resolve, reject });
      child.send({ id: last, name, input: encode(input) });
    });

  await Promise.race([
    ready,
    ended.then((code) => {
      throw new Error(`main ended with ${code} before it was ready:\n${log()}`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    log,
    ended: () => ended,
    pages: () => chromium.browser.contexts().flatMap((context) => context.pages()),
    evaluate: (work, argument) => ask('evaluate', { work, argument }),
    record: (name, ...args) => ask('record', [name, ...args]) as never,
    askPermission: async (page, permission) =>
      (await ask('permission', { targetId: await targetIdOf(page), permission })) as boolean,
    setOffline: async (isOffline) => {
      await ask('offline', isOffline);
    },
    secondInstance: (args) => spawnMain(start, args).exited(),
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

function spawnMain(start: Start, args: readonly string[]): AppProcess {
  const { chromium, profile, options, mainFile, bundles, track } = start;
  const { userData, keyStore = 'key-store', isOffline = false, environment = {} } = options;
  const { endpoint } = chromium;
  const downloads = join(userData, 'downloads');
  const setting: Setting = { endpoint, userData, downloads, ...profile, keyStore, isOffline };
  const started = startProcess(['--require', bundles.path('stand-in.cjs'), mainFile, ...args], {
    ...environment,
    STAND_IN: JSON.stringify(setting),
  });
  track(started.child);
  return started;
}

function keepContext({ contexts }: Profile, { partition, id }: { partition: string; id: string | null }) {
  if (id === null) delete contexts[partition];
  else contexts[partition] = id;
}

/** Closes the pages that a killed process has left open. */
async function closeTargets({ browser }: RunningChromium, targets: ReadonlySet<string>): Promise<void> {
  if (!browser.isConnected()) return;
  const session = await browser.newBrowserCDPSession();
  await Promise.all(
    [...targets].map((targetId) => session.send('Target.closeTarget', { targetId }).catch(() => undefined)),
  );
  await session.detach();
}
