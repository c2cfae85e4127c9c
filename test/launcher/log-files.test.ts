import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { onlyInSoak } from '../helpers/lane.ts';
import { launch } from './launcher-process.ts';

const line = '{"level":"info","msg":"a line of the log"}';

it('writes the server log to a file when the output is a terminal', async () => {
  const run = launch({ options: { isTerminal: true } });
  await run.ready();
  expect(run.output()).not.toContain(line);
  await vi.waitFor(() => expect(run.output()).toContain(`Logs: ${join(run.dataDir, 'logs')}`));
  expect(readFileSync(join(run.dataDir, 'logs', 'api.log'), 'utf8')).toBe(`${line}\n`);
});

onlyInSoak(it)('prints the log when the output is not a terminal, or with LOG_LEVEL=debug', async () => {
  const collected = launch();
  await collected.ready();
  await vi.waitFor(() => expect(collected.output()).toContain(line));
  const debugging = launch({ options: { isTerminal: true }, environment: { LOG_LEVEL: 'debug' } });
  await debugging.ready();
  await vi.waitFor(() => expect(debugging.output()).toContain(line));
});
