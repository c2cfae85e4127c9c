import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpoint } from '../../server/features/webhooks/index.ts';
import { CreateWebhookEndpointSchema } from '../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { connectWorkspace, envelope, eventually, postCallback, textMessage } from '../helpers/platform.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';
import {
  type Behaviour,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../helpers/webhook-receiver/index.ts';

const EVENTS = 90;
const BAD: Record<string, Behaviour> = {
  '/hangs': { act: 'hang' },
  '/resets': { act: 'reset' },
  '/fails': { status: 500 },
  '/redirects': { status: 302, headers: { location: '/good' } },
  '/pours': { act: 'pour' },
  '/breaks': { act: 'break' },
};

let servers: TestServer[];
let receiver: WebhookReceiver;
/** In its own process, so that the bad receivers cannot slow it down. */
let good: WebhookReceiver;
beforeAll(async () => {
  [receiver, good] = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
  const env = { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const first = await startTestServer(env);
  servers = [first, await startTestServer(env, first)];
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
  await Promise.all([receiver.stop(), good.stop()]);
});

async function addEndpoint(workspace: TestWorkspace, path: string, at = receiver): Promise<string> {
  const input = CreateWebhookEndpointSchema.parse({
    url: `${at.url}${path}`,
    events: ['message.received'],
    timeoutSeconds: 5,
  });
  const { contextFor, webhooks } = (servers[0] as TestServer).container;
  return (await createEndpoint(contextFor(workspace.scope), webhooks.target, input)).endpoint.id;
}

/** Posts customers' messages to both servers alternately. */
async function write(workspace: TestWorkspace, count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      postCallback(
        servers[index % 2] as TestServer,
        workspace,
        envelope({
          messages: [textMessage(`15550171${String(index % 20).padStart(3, '0')}`, `no. ${index}`)],
        }),
      ),
    ),
  );
}

describe('receivers', () => {
  it('that are slow, broken or hostile do not delay others, and the log names the cause', async () => {
    const workspace = await createWorkspace(servers[0] as TestServer);
    await connectWorkspace(servers[0] as TestServer, workspace);
    const ids = new Map<string, string>();
    for (const [path, behaviour] of Object.entries(BAD)) {
      await receiver.behave(path, behaviour);
      ids.set(path, await addEndpoint(workspace, path));
    }
    await addEndpoint(workspace, '/good', good);
    await write(workspace, EVENTS);
    // All are delivered while the first attempt to the hanging receiver waits for its 5-second timeout.
    await eventually(async () => good.at('/good').length >= EVENTS, 60_000);
    const seen = good.at('/good').map(({ headers }) => headers['webhook-id']);
    expect(new Set(seen).size).toBe(EVENTS);
    // A failing endpoint is left alone after five failures in a row and those in flight, on each server.
    // A reset connection is retried at once: two requests for one attempt.
    for (const path of ['/resets', '/fails', '/redirects', '/breaks'])
      expect(receiver.at(path).length, path).toBeLessThan(path === '/resets' ? 120 : 60);

    const causeAt = (path: string) =>
      eventually(async () => {
        const { body } = await workspace.dashboard(
          'GET',
          `/webhook-endpoints/${ids.get(path)}/deliveries?limit=100`,
        );
        return body.data.find((one: { attempts: number }) => one.attempts > 0);
      }, 15_000);
    expect(await causeAt('/hangs')).toMatchObject({ lastCause: 'timeout', lastStatus: null });
    expect(await causeAt('/resets')).toMatchObject({ lastCause: 'reset', lastStatus: null });
    expect(await causeAt('/fails')).toMatchObject({ lastCause: 'http_error', lastStatus: 500 });
    expect(await causeAt('/redirects')).toMatchObject({ lastCause: 'redirect', lastStatus: 302 });
    expect(await causeAt('/breaks')).toMatchObject({ lastCause: 'broke_off', lastStatus: 200 });
    expect(await causeAt('/pours')).toMatchObject({ lastCause: null, state: 'succeeded' });
  }, 120_000);

  it('get each event from only one of the servers', async () => {
    const workspace = await createWorkspace(servers[0] as TestServer);
    await connectWorkspace(servers[0] as TestServer, workspace);
    await receiver.behave('/shared', { wait: 20 });
    const id = await addEndpoint(workspace, '/shared');
    await write(workspace, EVENTS);
    await eventually(async () => receiver.at('/shared').length >= EVENTS, 60_000);
    const done = await eventually(async () => {
      const { body } = await workspace.dashboard('GET', `/webhook-endpoints/${id}`);
      return body.last24Hours.succeeded === EVENTS ? body : undefined;
    });
    expect(done.last24Hours).toEqual({ succeeded: EVENTS, failed: 0, pending: 0 });
    const seen = receiver.at('/shared').map(({ headers }) => headers['webhook-id']);
    expect(seen).toHaveLength(EVENTS);
    expect(new Set(seen).size).toBe(EVENTS);
  }, 120_000);
});
