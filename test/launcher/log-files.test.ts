import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { launch } from './launcher-process.ts';

const line = '{"level":"info","msg":"a line of the log"}';

it('keeps the terminal for sentences: what the server logs goes to a file', async () => {
  const run = launch({ options: { isTerminal: true } });
  await run.ready();
  expect(run.output()).not.toContain(line);
  await vi.waitFor(() => expect(run.output()).toContain(`Logs: ${join(run.dataDir, 'logs')}`));
  expect(readFileSync(join(run.dataDir, 'logs', 'api.log'), 'utf8')).toBe(`${line}\n`);
});

it('prints the log where a program collects it, or somebody asked to see every request', async () => {
  const collected = launch();
  await collected.ready();
  await vi.waitFor(() => expect(collected.output()).toContain(line));
  const debugging = launch({ options: { isTerminal: true }, environment: { LOG_LEVEL: 'debug' } });
  await debugging.ready();
  await vi.waitFor(() => expect(debugging.output()).toContain(line));
});
