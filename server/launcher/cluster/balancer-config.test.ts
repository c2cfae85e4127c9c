import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { balancerConfig } from './balancer-config.ts';

const forContainers = readFileSync('deploy/haproxy.cfg', 'utf8');

it('names each server of this machine, and keeps the checks and retries of the one for containers', () => {
  const config = balancerConfig(forContainers, { bind: '127.0.0.1:4000', ports: [4101, 4102] });
  expect(config).toContain('    bind 127.0.0.1:4000\n');
  expect(config).toContain('    server api-1 127.0.0.1:4101 cookie api-1\n');
  expect(config).toContain('    server api-2 127.0.0.1:4102 cookie api-2\n');
  expect(config).not.toMatch(/resolvers|server-template/);
  for (const line of ['option httpchk GET /readyz', 'disable-l7-retry', 'default-server check'])
    expect(config).toContain(line);
});

it('refuses a configuration in which a line has no place', () => {
  expect(() =>
    balancerConfig(forContainers.replace(/^ +bind.*$/m, ''), { bind: '127.0.0.1:1', ports: [2] }),
  ).toThrow('bind');
});
