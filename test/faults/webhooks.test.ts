import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createEndpointVault } from '../../server/features/webhook-endpoints/index.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { makeSecret } from '../../server/kernel/webhooks/sign.ts';
import { WEBHOOK_API_VERSION } from '../../shared/events/webhook-event.ts';
import { eventually } from '../helpers/platform.ts';
import { startWebhookReceiver, verified, type WebhookReceiver } from '../helpers/webhook-receiver/index.ts';
import { deliver, inboundCallback } from './client.ts';
import { type FaultRig, setUpRig } from './fault-rig.ts';
import { SECRET_KEY } from './server-process.ts';

/** Deliveries to three receivers in all; the figure with WEBHOOK_DELIVERIES=5000. */
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES ?? 900);
const EVENTS = Math.ceil(DELIVERIES / 3);
const PATHS = ['/one', '/two', '/three'];
const KILLS_AFTER_MS = [1_200, 1_500, 1_800];

test('kill -9 in the midst of deliveries to three receivers loses none', async () => {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const rig = await setUpRig({ environment: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const endpoints = await Promise.all(PATHS.map((path) => addEndpoint(rig, `${receiver.url}${path}`)));
  await receiver.behave('/two', { wait: 15 });

  const callbacks = Array.from({ length: EVENTS }, (_, index) =>
    inboundCallback(`155501${String(30_000 + (index % 20))}`, `event ${index}`),
  );
  const writing = (async () => {
    for (let index = 0; index < callbacks.length; index += 20) {
      await Promise.all(callbacks.slice(index, index + 20).map((callback) => deliver(rig, callback)));
    }
  })();
  for (const ms of KILLS_AFTER_MS) {
    await sleep(ms);
    await rig.server.kill();
    await rig.server.start();
  }
  await writing;
  await eventually(async () => PATHS.every((path) => idsAt(receiver, path).size >= EVENTS), 60_000);

  const expected = callbacks.map(({ platformId }) => platformId).toSorted();
  for (const [index, path] of PATHS.entries()) {
    const secret = endpoints[index]?.secret ?? '';
    const events = receiver.at(path).map((request) => verified(request, secret));
    const byId = new Map(events.map((event) => [event.id, event]));
    const told = [...byId.values()].map(({ data }) => data.message.platformId);
    expect(told.toSorted(), path).toEqual(expected);
    // Twice under one id, never under two, and each time the same bytes.
    const bodies = new Map<string, string>();
    for (const { headers, body } of receiver.at(path)) {
      const id = headers['webhook-id'] ?? '';
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
    }
  }
  // The log agrees: everything succeeded, and no attempt that it knows was unknown to the receiver.
  const rest = () =>
    rig.database.select<{ n: number }>(
      '/* system: test */ SELECT COUNT(*) AS n FROM webhook_deliveries WHERE state <> 2',
    );
  await eventually(async () => Number((await rest())[0]?.n) === 0, 30_000);
  const attempts = await rig.database.select<{ eventId: Buffer; endpointId: Buffer }>(
    `/* system: test */ SELECT d.event_id AS eventId, d.endpoint_id AS endpointId FROM webhook_attempts a
     JOIN webhook_deliveries d ON d.id = a.delivery_id AND d.tenant_id = a.tenant_id WHERE a.failure IS NULL`,
  );
  for (const [index, path] of PATHS.entries()) {
    const logged = attempts.filter(({ endpointId }) =>
      endpointId.equals(endpoints[index]?.id ?? Buffer.alloc(0)),
    );
    expect(new Set(logged.map(({ eventId }) => encodeId('webhookEvent', eventId)))).toEqual(
      idsAt(receiver, path),
    );
    expect(logged.length).toBeLessThanOrEqual(receiver.at(path).length);
  }
  const twice = PATHS.map((path) => receiver.at(path).length - idsAt(receiver, path).size);
  console.log(`${EVENTS} events to three receivers, three kills: ${twice.join(', ')} were sent twice`);
}, 240_000);

function idsAt(receiver: WebhookReceiver, path: string): Set<string> {
  return new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'] ?? ''));
}

/** An endpoint, stored as the server would store it: the server may be dead at this moment. */
async function addEndpoint({ database, workspace }: FaultRig, url: string) {
  const id = newKey();
  const secret = makeSecret();
  const now = new Date();
  const vault = createEndpointVault(createKeyring(SECRET_KEY), () => now);
  const scope = mintTenantScope(workspace.tenantKey);
  const secrets = [{ secret, createdAt: now.toISOString(), expiresAt: null }];
  await database.run(
    `INSERT INTO webhook_endpoints (id, tenant_id, slot, url, description, events, secrets, headers,
       timeout_seconds, api_version, state, state_since, created_at)
     VALUES (:id, :tenantId, :slot, :url, '', 'message.received', :secrets, :headers, 5, :version, 'active', :now, :now)`,
    {
      id,
      tenantId: scope.key,
      slot: PATHS.findIndex((path) => url.endsWith(path)),
      url,
      secrets: vault.sealSecrets(scope, id, secrets),
      headers: vault.sealHeaders(scope, id, {}),
      version: WEBHOOK_API_VERSION,
      now: new Date(now.getTime() - 60_000),
    },
  );
  return { id, secret };
}
