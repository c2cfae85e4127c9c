import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { inherited } from './app-process.ts';
import { asksForReal } from './asks-for-real.ts';
import type { LaunchOptions, MainProcess } from './desktop-host.ts';

interface Start {
  binary: string;
  /** The bundle that Electron loads before main. */
  recorder: string;
  mainFile: string;
  options: LaunchOptions;
}

/**
 * Starts the real Electron through Playwright, which finds the same binary itself. If the path were passed,
 * Playwright would not load its own script, which delays `ready` until it listens.
 */
export async function startElectron(start: Start): Promise<MainProcess> {
  const { options } = start;
  const env = environmentOf(start);
  const app = await _electron.launch({
    args: argumentsOf(start, options.arguments ?? []),
    env,
    chromiumSandbox: hasSandbox(),
    offline: options.isOffline ?? false,
  });
  const child = app.process();
  let log = '';
  const keep = (chunk: Buffer) => {
    log += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    child.once('exit', resolve);
  });
  /** Playwright's offline mode affects only pages. Requests of main use its own session. */
  const setMainOffline = (isOffline: boolean) =>
    app.evaluate(({ session }, cut) => {
      if (cut) session.defaultSession.enableNetworkEmulation({ offline: true });
      else session.defaultSession.disableNetworkEmulation();
    }, isOffline);

  await app.evaluate(({ app: electronApp }) => electronApp.whenReady());
  if (options.isOffline) await setMainOffline(true);

  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended: () => ended,
    pages: () => app.windows(),
    evaluate: (work, argument) =>
      app.evaluate(
        (electron, given) =>
          new Function('electron', 'argument', `return (${given.work})(electron, argument)`)(
            electron,
            given.argument,
          ),
        { work, argument },
      ),
    record: (name, ...args) =>
      app.evaluate(
        (_electron, given) => {
          const { desktopRecorder } = globalThis as unknown as Recorded;
          return desktopRecorder[given.name]?.(...given.args);
        },
        { name, args },
      ) as never,
    askPermission: asksForReal,
    setOffline: async (isOffline) => {
      await app.context().setOffline(isOffline);
      await setMainOffline(isOffline);
    },
    secondInstance: (args) => {
      const flags = hasSandbox() ? [] : ['--no-sandbox'];
      const second = spawn(start.binary, [...flags, ...argumentsOf(start, args)], { env, stdio: 'ignore' });
      // A second instance that considers itself the first would not end.
      void ended.then(() => second.kill('SIGKILL'));
      return new Promise((resolve) => second.once('exit', resolve));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

interface Recorded {
  desktopRecorder: Record<string, (...args: unknown[]) => unknown>;
}

function argumentsOf({ recorder, mainFile, options }: Start, args: readonly string[]): string[] {
  const store = options.keyStore === 'basic_text' ? ['--password-store=basic'] : [];
  return [...store, '-r', recorder, mainFile, ...args];
}

/** Uses a separate settings home, to keep out the user's own settings. The recorder sets the data folder. */
function environmentOf({ options }: Start): Record<string, string> {
  const { userData, environment = {} } = options;
  return {
    ...inherited(),
    ...environment,
    DESKTOP_HOST_USER_DATA: userData,
    XDG_CONFIG_HOME: join(userData, 'system'),
  };
}

/** Chromium does not support its sandbox for root. */
function hasSandbox(): boolean {
  return process.getuid?.() !== 0;
}
