import { expect, onTestFinished, vi } from 'vitest';
import { sealHeaders, sealSecrets } from '../../server/features/webhooks/endpoints/endpoint-secrets.ts';
import { makeSecret } from '../../server/features/webhooks/sending/sign.ts';
import { createKeyring } from '../../server/kernel/crypto/keyring.ts';
import { encodeId, newKey } from '../../server/kernel/ids.ts';
import { mintTenantScope } from '../../server/kernel/tenancy/mint-tenant-scope.ts';
import { WEBHOOK_API_VERSION } from '../../shared/events/webhook-event.ts';
import {
  type Behaviour,
  type Received,
  startWebhookReceiver,
  verified,
  type WebhookReceiver,
} from '../helpers/webhook-receiver/index.ts';
import type { FaultRig } from './fault-rig.ts';
import { SECRET_KEY } from './server-process.ts';

type Target = Pick<FaultRig, 'database' | 'workspace'>;

/** A receiver in its own process, and its endpoint. */
export interface FaultReceiver {
  received(): readonly Received[];
  /** Returns the different webhook-ids that it has received. */
  ids(): Set<string>;
  behave(behaviour: Behaviour): Promise<void>;
  endpointId: Buffer;
  secret: string;
}

const PATH = '/hook';

/** Starts a receiver and stores its endpoint as the server would, because the server may be dead. */
export async function addReceiver({ database, workspace }: Target, slot: number): Promise<FaultReceiver> {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const id = newKey();
  const secret = makeSecret();
  const now = new Date();
  const scope = mintTenantScope(workspace.tenantKey);
  const sealing = { keyring: createKeyring(SECRET_KEY), scope };
  const secrets = [{ secret, createdAt: now.toISOString(), expiresAt: null }];
  await database.run(
    `INSERT INTO webhook_endpoints (id, tenant_id, slot, url, description, events, secrets, headers,
       timeout_seconds, api_version, state, state_since, created_at)
     VALUES (:id, :tenantId, :slot, :url, '', 'message.received', :secrets, :headers, 30, :version, 'active', :now, :now)`,
    {
      id,
      tenantId: scope.key,
      slot,
      url: `${receiver.url}${PATH}`,
      secrets: sealSecrets(sealing, id, secrets),
      headers: sealHeaders(sealing, id, {}),
      version: WEBHOOK_API_VERSION,
      now: new Date(now.getTime() - 60_000),
    },
  );
  return { ...seenBy(receiver), endpointId: id, secret };
}

function seenBy(receiver: WebhookReceiver) {
  return {
    received: () => receiver.received,
    ids: () => new Set(receiver.received.map(idOf)),
    behave: (behaviour: Behaviour) => receiver.behave(PATH, behaviour),
  };
}

export const idOf = ({ headers }: Received): string => headers['webhook-id'] ?? '';

/**
 * Checks that a receiver got all these messages: every request is signed with its secret, each message
 * has one webhook-id, and repeated requests have the same bytes.
 */
export function expectAllReceived(receiver: FaultReceiver, platformIds: readonly string[]): void {
  const bodies = new Map<string, string>();
  const received = new Map<string, string | null>();
  for (const request of receiver.received()) {
    const event = verifiedOnArrival(request, receiver.secret);
    expect(event.id).toBe(idOf(request));
    expect(request.body).toBe(bodies.get(event.id) ?? request.body);
    bodies.set(event.id, request.body);
    received.set(event.id, event.data.message.platformId);
  }
  expect([...received.values()].toSorted()).toEqual(platformIds.toSorted());
}

/** Verifies a request at the time of its arrival: the library rejects signatures over five minutes old. */
function verifiedOnArrival(request: Received, secret: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: request.at });
  try {
    return verified(request, secret);
  } finally {
    vi.useRealTimers();
  }
}

/**
 * Checks that the delivery log and the receiver agree: every event has succeeded, and every attempt in the
 * log is a request that the receiver got, by id, time and signature. After a crash, the log may miss
 * requests. Returns how many.
 */
export async function expectLogAgrees({ database }: Target, receiver: FaultReceiver): Promise<number> {
  const { endpointId } = receiver;
  const rows = await database.select<{ eventId: Buffer; state: number }>(
    '/* system: test */ SELECT event_id AS eventId, state FROM webhook_deliveries WHERE endpoint_id = :endpointId',
    { endpointId },
  );
  expect(rows.filter(({ state }) => state !== 2)).toEqual([]);
  expect(new Set(rows.map(({ eventId }) => encodeId('webhookEvent', eventId)))).toEqual(receiver.ids());

  const attempts = await database.select<{ eventId: Buffer; failure: string | null; asked: string }>(
    `/* system: test */ SELECT d.event_id AS eventId, a.failure, a.request_headers AS asked
     FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id AND d.tenant_id = a.tenant_id
     WHERE d.endpoint_id = :endpointId`,
    { endpointId },
  );
  const delivered = attempts.filter(({ failure }) => failure === null);
  expect(new Set(delivered.map(({ eventId }) => encodeId('webhookEvent', eventId)))).toEqual(receiver.ids());
  const unlogged = receiver.received().map(({ headers }) => markOf(headers));
  for (const { asked, failure } of attempts) {
    const mark = markOf(Object.fromEntries(JSON.parse(asked)));
    const place = unlogged.indexOf(mark);
    expect(
      place,
      `the receiver did not get the attempt ${mark}, ${failure ?? 'delivered'}`,
    ).toBeGreaterThanOrEqual(0);
    unlogged.splice(place, 1);
  }
  return unlogged.length;
}

function markOf(headers: Record<string, string>): string {
  return `${headers['webhook-id']} ${headers['webhook-timestamp']} ${headers['webhook-signature']}`;
}
