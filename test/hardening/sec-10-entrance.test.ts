import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limitConnections } from '../../server/kernel/http/protection/connections.ts';
import { newTenantId } from '../../server/kernel/ids.ts';
import { envelope, eventually, textMessage } from '../helpers/platform.ts';
import { call } from '../helpers/test-server.ts';
import { setUpCallbacks } from '../helpers/workspace-rig.ts';

const { rig, post: postSigned } = setUpCallbacks();

const SIGNATURE = `sha256=${'0'.repeat(64)}`;
const MB = 1024 * 1024;

/** A request over a raw socket, whose body is sent by hand. */
class SlowRequest {
  private received = '';
  readonly socket: Socket;
  constructor(path: string, headers: Record<string, string | number>) {
    const { port } = new URL(rig.server.url);
    this.socket = connect(Number(port), '127.0.0.1');
    this.socket.on('data', (data) => {
      this.received += data.toString('latin1');
    });
    this.socket.on('error', () => undefined);
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    this.socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onTestFinished(() => void this.socket.destroy());
  }
  /** Returns the status of the response, as soon as there is one. */
  status(): Promise<number> {
    return eventually(async () => Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1] ?? 0));
  }
  get answer(): string {
    return this.received;
  }
}

const callbackPath = (tenantId: string) => `/api/v1/webhook/${tenantId}`;

describe('SEC-10: a callback that cannot be valid', () => {
  it.each([
    ['without a signature', () => rig.workspace.tenantId, {}],
    ['with a malformed signature', () => rig.workspace.tenantId, { 'X-Hub-Signature-256': 'sha256=00' }],
    ['of an unknown workspace', () => newTenantId(), { 'X-Hub-Signature-256': SIGNATURE }],
    ['of something that is no workspace', () => 'ten_x', { 'X-Hub-Signature-256': SIGNATURE }],
  ])('%s is refused before its body arrives', async (_, tenantId, headers) => {
    const request = new SlowRequest(callbackPath(tenantId()), { ...headers, 'Content-Length': 3 * MB });
    expect(await request.status()).toBe(401);
    expect(rig.server.container.bodies.callbacks.used()).toBe(0);
  });

  it('of an unknown workspace costs one query, however often it comes', async () => {
    const tenantId = newTenantId();
    const ask = () =>
      call(`${rig.server.url}${callbackPath(tenantId)}`, {
        method: 'POST',
        body: '{}',
        headers: { 'x-hub-signature-256': SIGNATURE },
      });
    const queries = await rig.server.countStatements(/system: callback/, async () => {
      for (let time = 0; time < 6; time += 1) expect((await ask()).status).toBe(401);
    });
    expect(queries).toBe(1);
  });
});

describe('SEC-10: bodies that are being read', () => {
  it('take no more memory than their budget; small callbacks and requests of others still pass', async () => {
    const { callbacks } = rig.server.container.bodies;
    const half = Buffer.alloc(1.5 * MB);
    // Nothing is known of a body until it ends, so a stranger can use the name of any workspace.
    const slow = Array.from({ length: 14 }, () => {
      const request = new SlowRequest(callbackPath(rig.workspace.tenantId), {
        'X-Hub-Signature-256': SIGNATURE,
        'Content-Length': 3 * MB,
      });
      request.socket.write(half);
      return request;
    });
    // Twelve megabytes: three quarters of what one workspace may use.
    await eventually(async () => slow.some(({ answer }) => answer.startsWith('HTTP/1.1 503')));
    const refused = slow.find(({ answer }) => answer.startsWith('HTTP/1.1 503'));
    expect(refused?.answer).toMatch(/retry-after: \d/i);
    await eventually(async () => callbacks.used() > 8 * MB);
    expect(callbacks.used()).toBeLessThanOrEqual(12 * MB);

    const body = envelope({ messages: [textMessage('15550100777', 'a small one')] });
    expect((await postSigned(body)).status).toBe(200);
    expect(
      (await rig.workspace.api('POST', '/contacts', { phone: '+15550100778', name: 'Ana' })).status,
    ).toBe(201);

    for (const { socket } of slow) socket.destroy();
    await eventually(async () => callbacks.used() === 0);
    const metrics = await rig.server.container.metrics.text();
    expect(metrics).toMatch(/switchboard_bodies_refused_total [1-9]/);
  });
});

describe('SEC-10: what anyone may ask', () => {
  it('costs the database at most one look a second', async () => {
    for (const path of ['/readyz', '/api/dashboard/setup']) {
      await call(`${rig.server.url}${path}`);
      const statements = await rig.server.countStatements(/FROM (tenants|`?tenants|migrations)/, async () => {
        await Promise.all(Array.from({ length: 10 }, () => call(`${rig.server.url}${path}`)));
      });
      // Two reads of the setup, once more if a second has passed.
      expect(statements, path).toBeLessThanOrEqual(4);
    }
  });
});

describe('SEC-10: connections', () => {
  async function listen(onRefused: () => void): Promise<number> {
    const made = createServer((_req, res) => res.end('ok'));
    limitConnections(made, { max: 4, hasProxy: true, onRefused });
    await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      made.closeAllConnections();
      made.close();
    });
    return (made.address() as AddressInfo).port;
  }

  it('above the maximum are closed at once, and others go on', async () => {
    let refused = 0;
    const port = await listen(() => {
      refused += 1;
    });
    const sockets = Array.from({ length: 6 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    await eventually(async () => sockets.filter(({ closed }) => closed).length === 2);
    expect(refused).toBe(2);
    for (const socket of sockets) socket.destroy();
    const isBack = () =>
      fetch(`http://127.0.0.1:${port}`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isBack);
  });

  it('of one other address are at most a quarter', async () => {
    let refused = 0;
    const made = new EventEmitter() as unknown as Server;
    limitConnections(made, {
      max: 4,
      hasProxy: false,
      onRefused: () => {
        refused += 1;
      },
    });
    const from = (remoteAddress: string) => {
      made.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy: () => undefined }));
      return refused;
    };
    expect(['203.0.113.1', '203.0.113.2', '203.0.113.1', '127.0.0.1', '127.0.0.1'].map(from)).toEqual([
      0, 0, 1, 1, 1,
    ]);
  });
});
