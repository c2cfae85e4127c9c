import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../kernel/clock/clock.ts';
import { createAddressGuard } from '../../../kernel/http-out/address-guard.ts';
import { createGuardedAgent } from '../../../kernel/http-out/guarded-agent.ts';
import { attemptDelivery } from './attempt.ts';
import { makeSecret } from './sign.ts';

/** Starts a server that counts the requests it receives. */
async function counting() {
  let count = 0;
  const server = createServer((_req, res) => {
    count += 1;
    res.end();
  });
  server.on('connect', (_req, socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
}

it('ignores proxies in the environment, because a proxy could reach private addresses', async () => {
  const [receiver, proxy] = [await counting(), await counting()];
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
    vi.stubEnv(name, proxy.url);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const guard = createAddressGuard(['127.0.0.0/8']);
  const dispatcher = createGuardedAgent({ permits: guard, timeoutMs: 5_000 });
  onTestFinished(() => dispatcher.destroy());
  const given = {
    eventId: 'evt_1',
    body: Buffer.from('{}'),
    secrets: [makeSecret()],
    headers: {},
    timeoutMs: 5_000,
  };
  const parts = { dispatcher, clock: systemClock };

  expect((await attemptDelivery(parts, { ...given, url: receiver.url })).cause).toBeNull();
  const https = await attemptDelivery(parts, { ...given, url: 'https://10.0.0.1/' });
  expect(https.cause).toBe('address_refused');
  expect([receiver.count(), proxy.count()]).toEqual([1, 0]);
});
