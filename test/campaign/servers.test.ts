import { expect, it } from 'vitest';
import { requireHaproxy } from '../../scripts/setup/haproxy.mjs';
import { runFailures } from './run-failures.ts';

it('three servers: rolling restarts, a killed and a frozen one, without a violation', async () => {
  requireHaproxy();
  const { code, output } = await runFailures('--servers', '3', '--count', '5');
  expect(output).toContain('5 failures, 0 violations');
  expect(code).toBe(0);
}, 900_000);
