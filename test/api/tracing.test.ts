import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { decodeId } from '../../server/kernel/ids.ts';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { type SendRecord, send } from '../faults/client.ts';
import { setUpRig } from '../faults/fault-rig.ts';
import { SECRET_KEY } from '../faults/server-process.ts';
import { addReceiver } from '../faults/webhook-receivers.ts';
import { type ReceivedSpan, startOtlpReceiver } from '../helpers/otlp-receiver.ts';

const PHONE = '15550102077';
const TEXT = 'The parcel is at the neighbour';
/** Counts uses of AsyncLocalStorage in the server, and says so at its end. */
const COUNTER = fileURLToPath(new URL('../helpers/count-async-local-storage.cjs', import.meta.url));

/** Sends a message through a server in its own process, with an endpoint for its events, and stops the server. */
async function sendOne(environment: Record<string, string>) {
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
  const sent = await send(rig, PHONE, TEXT);
  expect(sent.kind).toBe('accepted');
  await expect.poll(() => receiver.received().length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const [row] = await rig.database.select<{ count: number }>(
        '/* system: test */ SELECT COUNT(*) AS count FROM outbound_sends',
      );
      return row?.count;
    })
    .toBe(0);
  expect((await rig.server.terminate()).code).toBe(0);
  const usesOf = () => /async local storage: (\d+)/.exec(rig.server.output())?.[1];
  await expect.poll(usesOf).toBeDefined();
  return {
    rig,
    receiver,
    id: (sent as Extract<SendRecord, { kind: 'accepted' }>).id,
    uses: Number(usesOf()),
  };
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);

it('a send is spans of the request, its statements, the queue, the platform and the webhook, without any content', async () => {
  const otlp = await startOtlpReceiver();
  onTestFinished(() => otlp.stop());
  const { rig, receiver, id, uses } = await sendOne({
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=the token of the collector',
  });
  expect(uses).toBeGreaterThan(0);
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

  // Idle polling leaves no spans.
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
  expect(roots.filter((name) => /^(?:SELECT|UPDATE|INSERT|DELETE)/.test(name))).toEqual([]);
  const all = otlp.text();
  for (const secret of [
    ...[TEXT, 'parcel', PHONE, PHONE.slice(1), rig.workspace.apiKey, rig.workspace.verifyToken, SECRET_KEY],
    ...[receiver.secret, demoAccount.accessToken, demoAccount.appSecret, demoAccount.phoneNumberId],
  ])
    expect(all).not.toContain(secret);
});

it('without the variable, no AsyncLocalStorage is in use', async () => {
  const { uses } = await sendOne({});
  expect(uses).toBe(0);
});
