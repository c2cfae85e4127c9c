import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const closedPorts = (env: Record<string, string>) => readConfig(env).webhookTargets.closedPorts;

describe('the machine of the server as a target of webhooks', () => {
  it('is allowed while no other machine can reach the server, except for the ports of the product', () => {
    const env = {
      ...{ PORT: '4100', DATABASE_URL: 'mysql://u:p@127.0.0.1:3399/x', REDIS_URL: 'redis://localhost' },
      ...{ INFERENCE_UPSTREAM: 'http://127.0.0.1:8080/v1', GRAPH_URL: 'http://[::1]:4502' },
      ...{ SMTP_URL: 'smtp://mail.example.com:2525', MAIL_FROM: 'a@example.com' },
    };
    expect(closedPorts(env)?.toSorted((one, other) => one - other)).toEqual([
      ...[3399, 4001, 4002, 4100, 4502, 6379, 8080],
    ]);
    expect(closedPorts({ HOST: '::1' })).toEqual([4000, 4001, 4002]);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '192.168.1.2'],
    ['PUBLIC_URL', 'https://crm.example.com'],
    ['ALLOWED_HOSTS', 'crm.lan'],
    ['TRUST_PROXY', 'loopback'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8'],
  ])('is refused with %s=%s', (name, value) => {
    expect(closedPorts({ [name]: value })).toBeNull();
  });
});
