import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { type Certificate, selfSigned } from '../../../../test/helpers/bad-certificates.ts';
import { systemClock } from '../../../kernel/clock/clock.ts';
import { createAddressGuard, createRangeGuard } from '../../../kernel/http-out/address-guard.ts';
import { createGuardedAgent } from '../../../kernel/http-out/guarded-agent.ts';
import { attemptDelivery } from './attempt.ts';
import { makeSecret } from './sign.ts';

const servers: Server[] = [];
const agents: { destroy(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    server.close();
  }
  await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (listener: RequestListener) => listening(createServer(listener));
const serveSecurely = (certificate: Certificate, listener: RequestListener) =>
  listening(createSecureServer(certificate, listener));

/** Returns a sender with its own name resolution: `addresses` are the results of consecutive look-ups. */
function createSender(
  options: { allow?: string[]; plain?: string[]; addresses?: string[]; authorities?: string[] } = {},
) {
  const { allow = ['127.0.0.0/8'], plain = allow } = options;
  const addresses = [...(options.addresses ?? ['127.0.0.1'])];
  const lookup = ((_name: string, _options: object, callback: (...args: unknown[]) => void) => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    callback(null, [{ address, family: 4 }]);
  }) as never;
  const dispatcher = createGuardedAgent({
    permits: createAddressGuard(allow),
    permitsPlain: createRangeGuard(plain),
    timeoutMs: 10_000,
    connectMs: 1_000,
    isKept: true,
    ...(options.authorities ? { authorities: options.authorities } : {}),
    lookup,
  });
  agents.push(dispatcher);
  const parts = { dispatcher, clock: systemClock };
  const secrets = [makeSecret(), makeSecret()];
  const body = Buffer.from(JSON.stringify({ id: 'evt_1', text: 'Zoë ✓' }));
  return {
    secrets,
    body,
    to: (url: string, headers: Record<string, string> = {}) =>
      attemptDelivery(parts, { url, eventId: 'evt_1', body, secrets, headers, timeoutMs: 700 }),
  };
}

describe('an attempt to deliver', () => {
  it('is signed with every live secret and carries the custom headers', async () => {
    const seen: { headers: Record<string, string>; body: string }[] = [];
    const port = await serve((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk) => chunks.push(chunk));
      req.on('end', () => {
        seen.push({ headers: req.headers as never, body: Buffer.concat(chunks).toString() });
        res.setHeader('x-thing', 'yes').end('thanks');
      });
    });
    const { to, secrets, body } = createSender();
    const outcome = await to(`http://127.0.0.1:${port}/hook?a=1`, { 'x-own': 'secret of theirs' });
    expect(outcome).toMatchObject({ status: 200, cause: null, isBodyCut: false });
    expect(outcome.responseBody?.toString()).toBe('thanks');
    expect(outcome.responseHeaders).toContainEqual(['x-thing', 'yes']);
    expect(outcome.requestHeaders).toContainEqual(['x-own', '(not shown)']);
    expect(JSON.stringify(outcome.requestHeaders)).not.toContain('secret of theirs');
    const [request] = seen;
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'x-own': 'secret of theirs',
    });
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toEqual(
        JSON.parse(body.toString()),
      );
    }
    const stranger = new Webhook(makeSecret());
    expect(() => stranger.verify(request?.body ?? '', request?.headers ?? {})).toThrow(
      WebhookVerificationError,
    );
  });

  it.each([
    [204, null],
    [301, 'redirect'],
    [400, 'http_error'],
    [401, 'unauthorized'],
    [404, 'not_found'],
    [410, 'gone'],
    [413, 'body_too_large'],
    [429, 'rate_limited'],
    [500, 'http_error'],
    [503, 'overloaded'],
  ])('reports status %i as %s and follows no redirect', async (status, cause) => {
    let requests = 0;
    const port = await serve((_req, res) => {
      requests += 1;
      res.writeHead(status, { location: '/elsewhere', 'retry-after': '7' }).end();
    });
    const outcome = await createSender().to(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ status, cause, retryAfter: 7 });
    expect(requests).toBe(1);
  });

  it('reports why there was no valid response', async () => {
    const silent = await serve(() => undefined);
    const dripping = await serve((_req, res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write('x'), 50);
      res.on('close', () => clearInterval(timer));
    });
    const resetting = await serve((req) => req.socket.destroy());
    const incomplete = await serve((req, res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('half', () => req.socket.destroy());
    });
    const malformed = await listening(
      createTcpServer((socket) => socket.once('data', () => socket.end('good day\r\n\r\n'))),
    );
    const largeHeaders = await serve((_req, res) => {
      for (let index = 0; index < 40; index += 1) res.setHeader(`x-${index}`, 'y'.repeat(1_000));
      res.end();
    });
    const closed = await serve(() => undefined);
    servers.pop()?.close();
    const { to } = createSender();
    const causeAt = async (port: number) => (await to(`http://127.0.0.1:${port}/`)).cause;
    expect(await causeAt(silent)).toBe('timeout');
    expect(await causeAt(dripping)).toBe('timeout');
    expect(await causeAt(resetting)).toBe('reset');
    expect(await causeAt(incomplete)).toBe('broke_off');
    expect(await causeAt(malformed)).toBe('bad_answer');
    expect(await causeAt(largeHeaders)).toBe('headers_too_large');
    expect(await causeAt(closed)).toBe('refused');
  });

  it('reads 2,048 bytes of a response and discards the rest', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1_024, 'a');
    const port = await serve((_req, res) => {
      const writeMore = () => {
        while (sent < 50_000_000 && !res.destroyed && res.write(chunk)) sent += chunk.length;
      };
      res.on('drain', writeMore);
      writeMore();
    });
    const outcome = await createSender().to(`http://127.0.0.1:${port}/`);
    expect(outcome).toMatchObject({ status: 200, cause: null, isBodyCut: true });
    expect(outcome.responseBody).toHaveLength(2_048);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('reports the problem with a certificate', async () => {
    const ok: RequestListener = (_req, res) => void res.end();
    const good = await selfSigned('hooks.example', 24);
    const old = await selfSigned('hooks.example', -1);
    const otherHost = await selfSigned('other.example', 24);
    const unknown = await selfSigned('hooks.example', 24);
    const { to } = createSender({ authorities: [good.cert, old.cert, otherHost.cert] });
    const at = async (port: number) => (await to(`https://hooks.example:${port}/`)).cause;
    expect(await at(await serveSecurely(good, ok))).toBeNull();
    expect(await at(await serveSecurely(old, ok))).toBe('certificate_expired');
    expect(await at(await serveSecurely(otherHost, ok))).toBe('certificate_name');
    expect(await at(await serveSecurely(unknown, ok))).toBe('certificate_untrusted');
    expect(await at(await serve(ok))).toBe('tls');
  });

  it('never connects to a private address, in any notation or after a DNS change', async () => {
    let inside = 0;
    const port = await serve((_req, res) => res.end('outside'));
    const hidden = createServer().on('connection', () => {
      inside += 1;
    });
    await listening(hidden, '127.0.0.2', port);
    const named = await createSender({ allow: [] }).to(`http://hooks.example:${port}/`);
    expect(named.cause).toBe('address_refused');
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::ffff:127.0.0.1]', '[::1]']) {
      const outcome = await createSender({ allow: [] }).to(`http://${host}:${port}/`);
      expect(outcome.cause, host).toBe('address_refused');
    }
    // A name that resolves to an allowed address first and then to a private one.
    const only = { allow: ['127.0.0.1/32'], addresses: ['127.0.0.1', '127.0.0.2'] };
    const rebinding = createSender(only);
    expect((await rebinding.to(`http://one.example:${port}/`)).cause).toBeNull();
    expect((await rebinding.to(`http://two.example:${port}/`)).cause).toBe('address_refused');
    expect(inside).toBe(0);
  });

  it('uses plain http only where the operator allows it', async () => {
    const port = await serve((_req, res) => res.end());
    const outcome = await createSender({ plain: ['10.0.0.0/8'] }).to(`http://hooks.example:${port}/`);
    expect(outcome.cause).toBe('plain_http');
  });

  it('retries once when the receiver has just closed a kept-alive connection', async () => {
    let requests = 0;
    const port = await serve((req, res) => {
      requests += 1;
      if (requests === 2) req.socket.destroy();
      else res.end();
    });
    const { to } = createSender();
    expect((await to(`http://127.0.0.1:${port}/`)).cause).toBeNull();
    expect((await to(`http://127.0.0.1:${port}/`)).cause).toBeNull();
    expect(requests).toBe(3);
  });
});
