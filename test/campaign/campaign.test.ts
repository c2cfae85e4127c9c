import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const KINDS =
  'kill-server,stop-server,kill-engine,kill-database,cut-commit-answer,cut-callback-insert,platform-reset';

async function failures(...args: string[]): Promise<{ code: number; output: string }> {
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

it('a short campaign of failures ends without a violation', async () => {
  const { code, output } = await failures('--count', '14', '--only', KINDS);
  expect(output).toContain('14 failures, 0 violations');
  expect(code).toBe(0);
}, 900_000);

it('with durability off, the checker notices what is lost', async () => {
  const { code, output } = await failures('--count', '2', '--durability', 'off');
  expect(output).toContain('callback lost');
  expect(output).toContain('The checker has noticed.');
  expect(code).toBe(0);
}, 600_000);
