import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { deliver, inboundCallback, type SendRecord, send } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';
import { SECRET_KEY } from '../faults/server-process.ts';
import { addReceiver } from '../faults/webhook-receivers.ts';
import { attributesOf, type ReceivedSpan, startOtlpReceiver } from '../helpers/otlp-receiver.ts';

const PHONE = '15550102077';
const TEXT = 'The parcel is at the neighbour';
const QUESTION = 'Where is the bicycle';
/** Counts uses of AsyncLocalStorage and packages of OpenTelemetry in the server, and writes them at its end. */
const COUNTER = fileURLToPath(new URL('../helpers/count-tracing.cjs', import.meta.url));

/**
 * Starts a server in its own process, with an endpoint for its events, receives a message, sends one, and stops the
 * server when the platform has taken it.
 */
async function exchangeOne(environment: Record<string, string>) {
  const rig = await setUpRig({
    environment: {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      NODE_OPTIONS: `--require ${COUNTER}`,
      ...environment,
    },
  });
  const receiver = await addReceiver(rig, 0);
  await rig.database.run(
    "/* system: test */ UPDATE webhook_endpoints SET events = 'message.created' WHERE id = :id",
    { id: receiver.endpointId },
  );
  const countOf = async (rows: string) => {
    const [row] = await rig.database.select<{ count: number }>(
      `/* system: test */ SELECT COUNT(*) AS count FROM ${rows}`,
    );
    return row?.count;
  };
  await deliver(rig, inboundCallback(PHONE, QUESTION));
  await expect.poll(() => countOf('messages')).toBe(1);
  const sent = await send(rig, PHONE, TEXT);
  expect(sent.kind).toBe('accepted');
  await expect.poll(() => receiver.received().length).toBeGreaterThan(0);
  await expect.poll(() => countOf('outbound_sends')).toBe(0);
  const stopped = await rig.server.terminate();
  expect(stopped.code).toBe(0);
  const counted = () => /tracing: (\{.*\})/.exec(rig.server.output())?.[1];
  await expect.poll(counted).toBeDefined();
  const { uses, packages } = JSON.parse(counted() ?? '') as { uses: number; packages: string[] };
  const { id } = sent as Extract<SendRecord, { kind: 'accepted' }>;
  return { rig, receiver, id, uses, packages, stopMs: stopped.ms };
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

it('a send is spans of the request, its statements, the queue, the platform and the webhook, without any content', async () => {
  const otlp = await startOtlpReceiver();
  onTestFinished(() => otlp.stop());
  const { rig, receiver, id, uses, packages } = await exchangeOne({
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=the%20token of the collector',
  });
  expect(uses).toBeGreaterThan(0);
  expect(packages).toContain('sdk-trace');
  expect(otlp.exports()[0]).toMatchObject({
    method: 'POST',
    url: '/v1/traces',
    token: 'the token of the collector',
  });

  const spans = otlp.spans();
  const below = (parent: ReceivedSpan | undefined) =>
    spans.filter(
      ({ traceId, parentSpanId }) => traceId === parent?.traceId && parentSpanId === parent?.spanId,
    );
  const message = decodeId(id).toString('hex');
  const [request] = named(spans, 'POST /api/v1/messages/send');
  expect(request).toMatchObject({ kind: 2 });
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/messages/send',
    'http.response.status_code': 201,
    'switchboard.tenant.id': rig.workspace.tenantId,
  });
  expect(below(request).map(({ name }) => name)).toContain('INSERT messages');
  // The request is linked with the trace of the message, and the other way round.
  const [queued] = named(spans, 'queue outbound_sends');
  expect(request?.links?.map(({ traceId }) => traceId)).toContain(message);
  expect(queued).toMatchObject({
    traceId: message,
    links: [{ traceId: request?.traceId, spanId: request?.spanId }],
  });
  const [work] = below(queued).filter(({ name }) => name === 'work outbound_sends');
  expect(below(work).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['SELECT messages', 'platform POST {id}/messages']),
  );
  expect(below(queued).map(({ name }) => name)).toContain('webhook delivery');

  // Callbacks, and the work on those of a workspace, which is a trace of its own each time.
  const [callback] = named(spans, 'POST /api/v1/webhook/{tenantId}');
  expect(attributesOf(callback)).toMatchObject({ 'http.response.status_code': 200 });
  expect(below(callback).map(({ name }) => name)).toContain('INSERT inbound_callbacks');
  const turns = named(spans, 'work work_lanes');
  expect(turns.flatMap(below).map(({ name }) => name)).toContain('INSERT messages');
  expect(new Set(turns.map(({ traceId }) => traceId)).size).toBe(turns.length);

  // Idle polling leaves no spans.
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
  expect(roots.filter((name) => /^(?:SELECT|UPDATE|INSERT|DELETE)/.test(name))).toEqual([]);
  const all = otlp.text();
  for (const secret of [
    ...[
      TEXT,
      'parcel',
      QUESTION,
      'bicycle',
      'Customer',
      PHONE,
      PHONE.slice(1),
      rig.workspace.apiKey,
      rig.workspace.verifyToken,
      SECRET_KEY,
    ],
    ...[receiver.secret, demoAccount.accessToken, demoAccount.appSecret, demoAccount.phoneNumberId],
  ])
    expect(all).not.toContain(secret);
});

it('a receiver of spans that never answers delays neither a send nor the stop', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { stopMs } = await exchangeOne({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  expect(sockets.length).toBeGreaterThan(0);
  expect(stopMs).toBeLessThan(6_000);
});

it('without the variable, no AsyncLocalStorage is in use, and no package is loaded', async () => {
  expect(await exchangeOne({})).toMatchObject({ uses: 0, packages: [] });
});
