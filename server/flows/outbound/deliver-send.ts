import type { Database } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import type { CloudApiSettingsService } from '../../features/channel/index.ts';
import { ContactDirectory, ContactsRepository } from '../../features/contacts/index.ts';
import { MessagesRepository } from '../../features/messages/index.ts';
import { encodeId } from '../../kernel/ids.ts';
import { createWorker, type Worker } from '../../kernel/jobs/worker.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import type { UnitOfWork } from '../../kernel/outbox/unit-of-work.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import {
  type GraphAccount,
  type GraphClient,
  notAccepted,
  type SendOutcome,
} from '../../platform/graph/graph-client.ts';
import { outboundContent } from '../../platform/outbound/index.ts';
import { applyParkedStatuses, opaqueOf } from '../inbound/apply-status.ts';
import { applyWaiting } from '../inbound/receive-inbound.ts';
import type { UploadForSend } from '../media/upload-for-send.ts';
import { countedSnapshotOf } from '../thread-snapshot.ts';
import {
  finishSend,
  markHandedOver,
  type OutboundSend,
  openSend,
  postponeSend,
  whileHolding,
} from './outbound-sends.repository.ts';
import { createSendLanes, type SendLanes } from './send-lanes.ts';
import { createSendPace, type SendPace } from './send-pace.ts';
import { pauseLane, resumeLane } from './send-pauses.repository.ts';
import { DOWN, judge, UNKNOWN_WAIT_SECONDS } from './send-verdict.ts';
import type { SendWaiters } from './send-waiters.ts';

export interface DeliverSendDeps {
  database: Database;
  logger: Logger;
  inUnitOfWork: UnitOfWork;
  graph: GraphClient;
  settings: CloudApiSettingsService;
  /** Counts what is parked. */
  onParked(): void;
  waiters: SendWaiters;
  /** Messages of one workspace in a second, as long as the platform does not want less. */
  sendsPerSecond: number;
  /** Learns how the workspace stands with the platform. */
  noteSend(scope: TenantScope, account: GraphAccount, outcome: SendOutcome): Promise<void>;
  uploadForSend: UploadForSend;
}

const NO_CHANNEL_SECONDS = 30;
/** So many signs in a row, and the platform counts as down for the workspace. */
const SIGNS_OF_AN_OUTAGE = 3;
const SLOTS = 64;

/** The worker that hands stored messages to the platform. */
export function createSendWorker(deps: DeliverSendDeps): Worker {
  const { database, logger } = deps;
  const pace = createSendPace(deps.sendsPerSecond);
  const lanes = createSendLanes(database, pace, { leaseSeconds: 60, perLane: 24, reserved: 8 });
  const desk: Desk = { ...deps, pace, lanes, signs: new Map(), wake: () => worker.wake() };
  const worker = createWorker(database, logger, {
    table: 'outbound_sends',
    leaseSeconds: 60,
    batch: SLOTS,
    concurrency: SLOTS,
    pollMs: 500,
    claim: lanes.claim,
    handle: async (id, token) => {
      try {
        const send = await openSend(database, id, token);
        if (!send) return;
        await deliver(desk, send, token);
        deps.waiters.tried(id);
      } finally {
        lanes.done(id);
      }
    },
  });
  return worker;
}

/** What this process remembers between one send and the next. */
interface Desk extends DeliverSendDeps {
  pace: SendPace;
  lanes: SendLanes;
  /** Signs of an outage in a row, by workspace. */
  signs: Map<string, number>;
  wake(): void;
}

async function deliver(deps: Desk, send: OutboundSend, token: Buffer): Promise<void> {
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
  const file = await whileHolding(database, send.id, token, () =>
    deps.uploadForSend(scope, account, message.id),
  );
  if (file.kind === 'not') return settle(deps, scope, send, token, notUploaded(file.answer));
  if (!(await markHandedOver(database, send.id, token))) return;
  const outcome = await deps.graph.send(account, {
    to,
    content: outboundContent({
      ...message,
      mediaId: file.id,
      components: message.components === null ? null : asJson(message.components),
    }),
    replyTo: await quotedOf(deps, scope, message),
    opaque: opaqueOf(encodeId('message', message.id), message.sendRound),
  });
  await settle(deps, scope, send, token, outcome);
  await deps.noteSend(scope, account, outcome);
}

/** A file that may have arrived all the same harms nobody: unlike a message, it is simply handed over again. */
function notUploaded(answer: Parameters<typeof notAccepted>[0]): SendOutcome {
  return notAccepted(answer.kind === 'unknown' ? { ...answer, kind: 'unreachable' } : answer);
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

/** Every outcome of every send passes here, and only here. */
async function settle(
  deps: Desk,
  scope: TenantScope,
  send: OutboundSend,
  token: Buffer,
  outcome: SendOutcome,
): Promise<void> {
  if (outcome.kind === 'later' || outcome.kind === 'unknown')
    return putOff(deps, scope, send, token, outcome);
  const lane = scope.key.toString('hex');
  deps.signs.delete(lane);
  deps.pace.hear(lane, outcome.usage);
  await recordAnswer(deps, scope, send, outcome);
  if (deps.lanes.isProbe(send.id)) {
    await resumeLane(deps.database, scope);
    deps.wake();
  }
  if (outcome.kind !== 'accepted') return;
  // In a step of its own: what was parked while the id was being written is seen now.
  await applyParkedStatuses(deps, scope, outcome.platformId);
  await applyWaiting(deps, scope, outcome.platformId);
}

/** The platform has not answered: the message waits, and perhaps the whole workspace with it. */
async function putOff(
  deps: Desk,
  scope: TenantScope,
  send: OutboundSend,
  token: Buffer,
  outcome: Extract<SendOutcome, { kind: 'later' | 'unknown' }>,
): Promise<void> {
  const { database, logger, pace, signs } = deps;
  const lane = scope.key.toString('hex');
  const verdict = judge(outcome, send.attempts);
  const { tenantId } = scope;
  logger.warn(
    { tenantId, reason: outcome.reason, attempts: send.attempts, kind: outcome.kind },
    'send put off',
  );
  if (verdict.refuse)
    return recordAnswer(deps, scope, send, { kind: 'refused', error: verdict.refuse, usage: null });
  if (verdict.tooFast) pace.tooFast(lane);
  if (verdict.isPairLimit) pace.pairLimited(lane, send.contactId.toString('hex'));
  const isProbe = deps.lanes.isProbe(send.id);
  const isSign = verdict.isDownSign && (isProbe || !verdict.isAgain);
  if (isSign) signs.set(lane, (signs.get(lane) ?? 0) + 1);
  const isDown = isSign && (isProbe || (signs.get(lane) ?? 0) >= SIGNS_OF_AN_OUTAGE);
  const pause = verdict.pause ?? (isDown ? DOWN : undefined);
  if (pause) {
    await pauseLane(database, scope, pause, isProbe);
    deps.waiters.heldUp(scope);
  }
  // In a closed lane it is the lane that waits: when it opens, everything goes at once.
  const seconds = pause && !verdict.isUnknown ? 0 : verdict.seconds;
  const { isUnknown: keepHandedOver, isFree: keepAttempts } = verdict;
  await postponeSend(database, send.id, token, { seconds, keepHandedOver, keepAttempts });
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
    if (changed) work.record('message.updated', await countedSnapshotOf(database, scope, work.tx, send.id));
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
