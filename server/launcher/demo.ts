import { spawn } from 'node:child_process';
import { childEnvironment } from '../config.ts';
import { DemoAccessSchema, describeDemoAccess } from './demo-access.ts';

interface DemoOptions {
  /** The built admin command line. */
  entry: string;
  environment: Record<string, string>;
  address: string;
  sandboxAddress: string;
  /** The demo workspace already exists. */
  exists: boolean;
  /** Returns the setup code while the first workspace can be created; otherwise null. */
  setupCode(): string | null;
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Fills the demo workspace, if it does not exist yet, and prints how to sign in. A failure is printed and
 * leaves the server running.
 */
export async function prepareDemo(options: DemoOptions): Promise<void> {
  const { say, address, sandboxAddress } = options;
  if (!options.exists) say('Filling the demo workspace…');
  const { code, output } = await runSeed(options);
  if (options.signal.aborted) return;
  const access = DemoAccessSchema.safeParse(lastJson(output));
  if (code !== 0 || !access.success) {
    say(`The demo workspace could not be filled: ${output.trim().slice(-500) || `exit code ${code}`}`);
    return;
  }
  for (const line of describeDemoAccess(access.data, address, sandboxAddress, options.setupCode())) say(line);
}

function runSeed({
  entry,
  environment,
  signal,
}: DemoOptions): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--enable-source-maps', entry, 'demo', 'seed', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnvironment(environment),
    });
    const end = () => child.kill('SIGTERM');
    signal.addEventListener('abort', end, { once: true });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      done({ code, output });
    });
  });
}

/** Parses the JSON object that the command prints. Ignores anything that a library printed before it. */
function lastJson(output: string): unknown {
  const start = output.search(/^\{/m);
  try {
    return JSON.parse(output.slice(Math.max(0, start)));
  } catch {
    return null;
  }
}
