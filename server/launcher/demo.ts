import { spawn } from 'node:child_process';
import { childEnvironment } from '../config.ts';
import { describeWayIn, WayInSchema } from './way-in.ts';

interface DemoOptions {
  /** The admin command line, as built. */
  entry: string;
  environment: Record<string, string>;
  address: string;
  sandboxAddress: string;
  /** It has been filled before. */
  isThere: boolean;
  /** The setup code, while a first workspace can be made; else null. */
  setupCode(): string | null;
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Fills the demo workspace (which is there after the first time) and prints the way in. A failed
 * seed is told and leaves the server running.
 */
export async function prepareDemo(options: DemoOptions): Promise<void> {
  const { say, address, sandboxAddress } = options;
  if (!options.isThere) say('Filling the demo workspace…');
  const { code, output } = await runSeed(options);
  if (options.signal.aborted) return;
  const wayIn = WayInSchema.safeParse(lastJson(output));
  if (code !== 0 || !wayIn.success) {
    say(`The demo workspace could not be filled: ${output.trim().slice(-500) || `exit code ${code}`}`);
    return;
  }
  for (const line of describeWayIn(wayIn.data, address, sandboxAddress, options.setupCode())) say(line);
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

/** The command prints one JSON object; whatever a library printed before it is passed over. */
function lastJson(output: string): unknown {
  const start = output.search(/^\{/m);
  try {
    return JSON.parse(output.slice(Math.max(0, start)));
  } catch {
    return null;
  }
}
