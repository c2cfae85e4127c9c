import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../server/db/local-mariadb/index.ts';
import { fastFolder } from '../helpers/fast-folder.ts';

/** The login and API key of a demo workspace. */
export interface Demo {
  email: string;
  password: string;
  apiKey: string;
}

/** A whole Switchboard as a person would start it, with its own data folder. */
export interface Switchboard {
  url: string;
  phoneUrl: string;
  /** Returns everything that it has printed so far. */
  output(): string;
  /** The demo that it was started with; empty without one. */
  demo: Demo;
  /** Resets the platform: one unconnected number, and three people with phones. */
  resetPlatform(): Promise<void>;
  /** Creates another demo workspace, and resets the platform, which is then connected to that one. */
  fillDemo(): Promise<Demo>;
  /** Runs an operator command and returns its output. */
  admin(...command: string[]): Promise<unknown>;
  /** Returns the process id of the inference worker; null while it restarts. */
  inferencePid(): number | null;
  /** Returns the process id of the server, which the launcher restarts when it ends; null while it restarts. */
  serverPid(): Promise<number | null>;
  stop(): Promise<void>;
}

/** A customer of the demo writes from the phone of the sandbox. `name`: that of the customer's account from now on. */
export async function customerWrites(
  phoneUrl: string,
  phone: string,
  text: string,
  name?: string,
): Promise<void> {
  const answer = await fetch(`${phoneUrl}/control/accounts/800000000000001/chats/${phone}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, ...(name !== undefined && { name }) }),
  });
  if (!answer.ok) throw new Error(`${phone} could not write: ${await answer.text()}`);
}

const run = promisify(execFile);

/** The first start also builds what is stale, which takes minutes where other programs have the processors. */
export const START_MS = 300_000;

/**
 * Returns a signed-in person's Cookie header; the same one for two minutes, so that a test has a few minutes until
 * the page asks for the password again.
 */
export function cookieOf(
  url: string,
  { email, password }: Pick<Demo, 'email' | 'password'>,
): Promise<string> {
  const who = JSON.stringify([url, email, password]);
  const known = cookies.get(who);
  if (known && performance.now() - known.madeAt < 120_000) return known.cookie;
  const cookie = signIn();
  cookies.set(who, { cookie, madeAt: performance.now() });
  return cookie;

  async function signIn(): Promise<string> {
    const answer = await fetch(`${url}/api/dashboard/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(`${email} was not signed in: ${await answer.text()}`);
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
}
const cookies = new Map<string, { cookie: Promise<string>; madeAt: number }>();

/** Runs `npm start` (or `npm run demo`) and waits until it is ready. */
export async function startSwitchboard({
  demo,
  env = {},
}: {
  demo: boolean;
  /** Settings in addition to the test's defaults. */
  env?: Record<string, string>;
}): Promise<Switchboard> {
  const dataDir = mkdtempSync(join(fastFolder(), 'switchboard-e2e-'));
  const [port, sandboxPort, inferencePort] = [await freePort(), await freePort(), await freePort()];
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    INFERENCE_PORT: String(inferencePort),
    MODEL_PLACEHOLDER: '1',
    RATE_LIMIT_LOGIN_PER_MINUTE: '1000',
    DATABASE_URL: '',
    ...env,
  };
  const child = spawn(process.execPath, ['scripts/start.mjs', ...(demo ? ['--demo'] : [])], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  const phoneUrl = `http://127.0.0.1:${sandboxPort}`;
  const admin = async (...command: string[]) => {
    const { stdout } = await run(process.execPath, ['dist/server/admin.js', ...command, '--json'], {
      env: environment,
    });
    return JSON.parse(stdout);
  };
  const resetPlatform = async () => {
    const { ok } = await fetch(`${phoneUrl}/control/reset`, { method: 'POST' });
    if (!ok) throw new Error('the platform was not reset');
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitFor(
      async () => (await isReady(url)) && (!demo || /curl -H/.test(output)),
      child,
      () => output,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    phoneUrl,
    output: () => output,
    demo: {
      email: /Login\s+(\S+)/.exec(output)?.[1] ?? '',
      password: /Login\s+\S+\s+\/\s+(.+)/.exec(output)?.[1]?.trim() ?? '',
      apiKey: /API key\s+(\S+)/.exec(output)?.[1] ?? '',
    },
    admin,
    resetPlatform,
    fillDemo: async () => {
      await resetPlatform();
      // Without its record, the previous demo workspace is an ordinary one.
      rmSync(join(dataDir, 'demo.json'));
      return (await admin('demo', 'seed')) as Demo;
    },
    inferencePid: () => {
      const record = join(dataDir, 'run', 'inference.json');
      return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).pid : null;
    },
    serverPid: async () => {
      const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
      const row = stdout
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .find(
          ([, parent, ...command]) =>
            parent === String(child.pid) && /server\/main\.js/.test(command.join(' ')),
        );
      return row ? Number(row[0]) : null;
    },
    stop,
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function waitFor(
  done: () => Promise<boolean>,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (!(await done())) {
    if (child.exitCode !== null) throw new Error(`Switchboard ended during its start:\n${output()}`);
    if (Date.now() > deadline)
      throw new Error(`Switchboard was not ready in ${START_MS / 1000} s:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
