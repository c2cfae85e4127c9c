import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `npm run faults` without writing its report. */
export async function runFailures(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['scripts/failures.mjs', '--no-report', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'exit');
  return { code, output };
}
