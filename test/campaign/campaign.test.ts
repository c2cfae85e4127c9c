import { expect, it } from 'vitest';
import { runFailures } from './run-failures.ts';

const KINDS =
  'kill-server,stop-server,kill-engine,kill-database,cut-commit-answer,cut-callback-insert,platform-reset';

it('a short campaign of failures ends without a violation', async () => {
  const { code, output } = await runFailures('--count', '14', '--only', KINDS);
  expect(output).toContain('14 failures, 0 violations');
  expect(code).toBe(0);
}, 900_000);

it('with durability off, the checker notices what is lost', async () => {
  const { code, output } = await runFailures('--count', '2', '--durability', 'off');
  expect(output).toContain('callback lost');
  expect(output).toContain('The checker has noticed.');
  expect(code).toBe(0);
}, 600_000);
