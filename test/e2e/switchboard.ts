import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A whole Switchboard as a person would start it, in a data folder of its own. */
export interface Switchboard {
  url: string;
  phoneUrl: string;
  /** What the demo printed; empty without it. */
  demo: { email: string; password: string; apiKey: string; curl: string };
  /** The process of the model's endpoint; null while it is being started again. */
  inferencePid(): number | null;
  stop(): Promise<void>;
}

const START_MS = 120_000;

/** Runs `npm start` (or `npm run demo`) and waits until it says that it is ready. */
export async function startSwitchboard({
  demo,
  env = {},
}: {
  demo: boolean;
  /** Settings besides those of a test. */
  env?: Record<string, string>;
}): Promise<Switchboard> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-e2e-'));
  const [port, sandboxPort, inferencePort] = [await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, ['scripts/start.mjs', ...(demo ? ['--demo'] : [])], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      INFERENCE_PORT: String(inferencePort),
      RATE_LIMIT_LOGIN_PER_MINUTE: '1000',
      DATABASE_URL: '',
      ...env,
    },
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
  await waitFor(
    async () => (await isReady(url)) && (!demo || /curl -H/.test(output)),
    child,
    () => output,
  );
  return {
    url,
    phoneUrl: `http://127.0.0.1:${sandboxPort}`,
    demo: {
      email: /Login\s+(\S+)/.exec(output)?.[1] ?? '',
      password: /Login\s+\S+\s+\/\s+(.+)/.exec(output)?.[1]?.trim() ?? '',
      apiKey: /API key\s+(\S+)/.exec(output)?.[1] ?? '',
      curl: /^\s*(curl .+)$/m.exec(output)?.[1] ?? '',
    },
    inferencePid: () => {
      const record = join(dataDir, 'run', 'inference.json');
      return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).pid : null;
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function waitFor(done: () => Promise<boolean>, child: ChildProcess, said: () => string): Promise<void> {
  const giveUpAt = Date.now() + START_MS;
  while (!(await done())) {
    if (child.exitCode !== null) throw new Error(`Switchboard ended at its start:\n${said()}`);
    if (Date.now() > giveUpAt)
      throw new Error(`Switchboard was not ready in ${START_MS / 1000} s:\n${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
