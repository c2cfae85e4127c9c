import type { GraphClient, SendOutcome } from '../cloud-api/graph-client.ts';
import { outboundContent } from '../cloud-api/outbound/index.ts';
import type { Database } from '../db/database.ts';
import { asJson } from '../db/define-model.ts';
import type { MessageRow } from '../db/models/message.model.ts';
import type { CloudApiSettingsService } from '../features/cloud-api-settings/index.ts';
import { ContactDirectory, ContactsRepository } from '../features/contacts/index.ts';
import { MessagesRepository } from '../features/messages/index.ts';
import { encodeId } from '../kernel/ids.ts';
import { createWorker, type Worker } from '../kernel/jobs/worker.ts';
import type { Logger } from '../kernel/logging/logger.ts';
import type { UnitOfWork } from '../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { type ApplyStatus, opaqueOf } from './apply-status.ts';
import {
  finishSend,
  markHandedOver,
  type OutboundSend,
  openSend,
  postponeSend,
} from './outbound-sends.repository.ts';
import type { SendWaiters } from './send-waiters.ts';
import { snapshotOf } from './thread-snapshot.ts';

export interface DeliverSendDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  graph: GraphClient;
  settings: CloudApiSettingsService;
  applyStatus: ApplyStatus;
  waiters: SendWaiters;
}

/** How long a send whose outcome is unknown waits for a status before it is sent again. */
const UNKNOWN_WAIT_SECONDS = 60;
const MAX_BACKOFF_SECONDS = 300;
const NO_CHANNEL_SECONDS = 30;
/** Too many messages to one person in a short time: the wait grows by four (PLATFORM 9). */
const PAIR_LIMIT_CODE = 131056;

/** Only the oldest waiting message of a contact may go: messages reach a person in the order they were written. */
const OLDEST_OF_CONTACT = `NOT EXISTS (
  SELECT 1 FROM outbound_sends e
  WHERE e.tenant_id = q.tenant_id AND e.contact_id = q.contact_id AND e.id < q.id)`;

/** The worker that hands stored messages to the platform. */
export function createSendWorker(deps: DeliverSendDeps): Worker {
  const { database, logger } = deps;
  return createWorker(database, logger, {
    table: 'outbound_sends',
    leaseSeconds: 60,
    batch: 50,
    concurrency: 32,
    pollMs: 500,
    eligible: OLDEST_OF_CONTACT,
    handle: async (id, token) => {
      const send = await openSend(database, id, token);
      if (!send) return;
      await deliver(deps, send, token);
      deps.waiters.tried(id);
    },
  });
}

async function deliver(deps: DeliverSendDeps, send: OutboundSend, token: Buffer): Promise<void> {
  const { database, settings } = deps;
  const scope = mintTenantScope(send.tenantId);
  const message = await new MessagesRepository(database, scope).find(send.id);
  if (message?.status !== 'queued') return finishSend(database, scope, send.id);

  const sinceHandedOver = send.handedOverSecondsAgo;
  if (sinceHandedOver !== null && sinceHandedOver < UNKNOWN_WAIT_SECONDS) {
    const seconds = UNKNOWN_WAIT_SECONDS - sinceHandedOver;
    return postponeSend(database, send.id, token, { seconds, keepHandedOver: true });
  }

  const account = await settings.credentials(scope);
  const to = await recipientOf(deps, scope, message);
  if (!account || to === null) {
    return postponeSend(database, send.id, token, { seconds: NO_CHANNEL_SECONDS, keepHandedOver: false });
  }
  if (!(await markHandedOver(database, send.id, token))) return;
  const outcome = await deps.graph.send(account, {
    to,
    content: outboundContent({
      ...message,
      components: message.components === null ? null : asJson(message.components),
    }),
    replyTo: await quotedOf(deps, scope, message),
    opaque: opaqueOf(encodeId('message', message.id), message.sendRound),
  });
  await settle(deps, scope, send, token, outcome);
}

/** The platform's id of the message that this one answers; null when the platform never had it. */
async function quotedOf(
  { database }: DeliverSendDeps,
  scope: TenantScope,
  { replyTo }: MessageRow,
): Promise<string | null> {
  const quoted = replyTo && (await new MessagesRepository(database, scope).find(replyTo));
  return quoted?.platformId ?? null;
}

async function recipientOf(
  deps: DeliverSendDeps,
  scope: TenantScope,
  message: MessageRow,
): Promise<string | null> {
  const contact = await new ContactsRepository(deps.database, scope).find(message.contactId);
  return contact && new ContactDirectory(deps.database, scope).sendableForm(contact);
}

async function settle(
  deps: DeliverSendDeps,
  scope: TenantScope,
  send: OutboundSend,
  token: Buffer,
  outcome: SendOutcome,
): Promise<void> {
  const { database, logger } = deps;
  switch (outcome.kind) {
    case 'accepted':
      await recordAnswer(deps, scope, send, outcome);
      // In a step of its own: a status that was parked while the id was being written is seen now.
      await deps.applyStatus.applyParked(scope, outcome.platformId);
      return;
    case 'refused':
      await recordAnswer(deps, scope, send, outcome);
      return;
    case 'later': {
      logger.warn(
        { tenantId: scope.tenantId, reason: outcome.reason, attempts: send.attempts },
        'send postponed',
      );
      const base = outcome.fault?.code === PAIR_LIMIT_CODE ? 4 : 2;
      const seconds =
        outcome.fault?.action === 'credentials'
          ? MAX_BACKOFF_SECONDS
          : Math.min(base ** Math.max(0, send.attempts - 1), MAX_BACKOFF_SECONDS);
      await postponeSend(database, send.id, token, { seconds, keepHandedOver: false });
      return;
    }
    case 'unknown':
      logger.warn({ tenantId: scope.tenantId, reason: outcome.reason }, 'the outcome of a send is unknown');
      await postponeSend(database, send.id, token, { seconds: UNKNOWN_WAIT_SECONDS, keepHandedOver: true });
  }
}

/** Writes the platform's answer, with its event, and takes the send off the queue: all or nothing. */
async function recordAnswer(
  deps: DeliverSendDeps,
  scope: TenantScope,
  send: OutboundSend,
  outcome: Extract<SendOutcome, { kind: 'accepted' | 'refused' }>,
): Promise<void> {
  const { database } = deps;
  await deps.inUnitOfWork(scope, async (work) => {
    const messages = new MessagesRepository(database, scope, work.tx);
    await finishSend(database, scope, send.id, work.tx);
    let changed: boolean;
    if (outcome.kind === 'accepted') {
      await messages.attachPlatformId(send.id, outcome.platformId);
      changed = await messages.climb(send.id, 'sent', new Date(), null);
      if (outcome.waId) await learnNumber(deps, scope, work.tx, send, outcome.waId);
    } else {
      changed = await messages.climb(send.id, 'failed', new Date(), JSON.stringify(outcome.error));
    }
    if (changed) work.record('message.updated', await snapshotOf(database, scope, work.tx, send.id));
  });
}

/** The platform may know the person under another spelling of the number: that is the one to use from now on. */
async function learnNumber(
  { database }: DeliverSendDeps,
  scope: TenantScope,
  tx: Parameters<typeof finishSend>[3],
  send: OutboundSend,
  waId: string,
): Promise<void> {
  const directory = new ContactDirectory(database, scope, tx);
  const owner = await directory.resolve(waId);
  if (owner?.id.equals(send.contactId)) await directory.attest(send.contactId, { phone: waId, userId: null });
}
