import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { isSimulatedPhone } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { isWindowOpen, windowExpiresAt } from '../../../shared/domain/window.ts';
import { asJson } from '../../db/define-model.ts';
import type { MessageRow } from '../../db/models/message.model.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import { findContact, sendAddressOf } from '../../features/contacts/index.ts';
import { findConversation } from '../../features/conversations/index.ts';
import type { MediaFiles } from '../../features/media/index.ts';
import { addWarning, findMessage, warnWindowClosed } from '../../features/messages/index.ts';
import {
  type Context,
  operatorContext,
  type QueryContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { whileHolding } from '../../kernel/queue/queue.ts';
import type { Hold, RightOfWay } from '../../kernel/queue/right-of-way.ts';
import { createWorker, type Worker } from '../../kernel/queue/worker.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import {
  type GraphAccount,
  type GraphClient,
  notAccepted,
  type SendOutcome,
} from '../../platform/graph/graph-client.ts';
import { explainError, unexplainedTries, WINDOW_CLOSED_CODE } from '../../platform/graph/graph-errors.ts';
import { isOfTestNumber } from '../../platform/graph/test-platform.ts';
import type { MediaTransfer } from '../../platform/media-transfer.ts';
import { outboundContent } from '../../platform/outbound/index.ts';
import { applyParkedStatuses, opaqueOf } from '../inbound/apply-status.ts';
import { hasCallbackOlderThan } from '../inbound/inbound-callbacks.sql.ts';
import { applyWaiting } from '../inbound/receive-inbound.ts';
import { uploadForSend } from '../media/upload-for-send.ts';
import { sendError } from './expire-sends.ts';
import {
  finishSend,
  markHandedOver,
  type OutboundSend,
  openSend,
  postponeSend,
  SENDS,
} from './outbound-sends.repository.ts';
import { type AnsweredSend, keepAnswer, recordAnswer } from './record-answer.ts';
import { createSendLanes, type SendLanes } from './send-lanes.ts';
import { createSendPace, type SendPace } from './send-pace.ts';
import { pauseLane, resumeLane, returnProbe } from './send-pauses.repository.ts';
import { judgeConsent } from './send-rules.ts';
import { backoffSeconds, DOWN, judge, UNKNOWN_WAIT_SECONDS } from './send-verdict.ts';
import type { SendWaiters } from './send-waiters.ts';

/** The dependencies of the send worker. */
export interface SendWorkerParts {
  graph: GraphClient;
  /** Uploads the files that messages carry. */
  transfer: MediaTransfer;
  files: MediaFiles;
  /** Called for each parked item. */
  onParked(): void;
  waiters: SendWaiters;
  rightOfWay: RightOfWay;
  /** Returns how many messages a second this server may send for one workspace, unless the platform limits it further. */
  sendsPerSecond(): number;
  /** Hours after which a message that waits for the platform fails. */
  expiryHours: number;
  /** Whether the sandbox is the platform of every number. */
  isSandbox: boolean;
  /** Called with the outcome of each send before it is stored, to note that the platform refuses the credentials. */
  noteRefusal(ctx: Context, account: GraphAccount, outcome: SendOutcome): Promise<void>;
  /** Called with the outcome of each send, to track the state of the workspace's connection to the platform. */
  noteSend(ctx: Context, account: GraphAccount, outcome: SendOutcome): Promise<void>;
}

const NO_CHANNEL_SECONDS = 30;
/** The time between looks at a backlog of callbacks. */
const BACKLOG_SECONDS = 5;
/** About five minutes, in case the contact is being changed. */
const NO_RECIPIENT_TRIES = 10;
const WINDOW_CLOSED = explainError(Number(WINDOW_CLOSED_CODE), '', null);
/** Number of consecutive outage signs after which the platform counts as down for the workspace. */
const SIGNS_OF_AN_OUTAGE = 3;
const SLOTS = 64;

/** Creates the worker that sends stored messages to the platform. */
export function createSendWorker(resources: Resources, parts: SendWorkerParts): Worker {
  const { db, log } = resources;
  const ofBroadcasts = { ...resources, db: db.withShare('broadcasts', parts.rightOfWay.yield) };
  const pace = createSendPace(parts.sendsPerSecond);
  const lanes = createSendLanes(db.withShare('claims'), pace, {
    ...{ perLane: 24, perLaneOfBroadcasts: 16, reserved: 8 },
  });
  const sender: Omit<Sender, 'hold'> = { ...parts, pace, lanes, signs: new Map(), wake: () => worker.wake() };
  const worker = createWorker(db, log, {
    queue: SENDS,
    isTracedByRow: true,
    nameOf: (id) => encodeId('message', id),
    concurrency: SLOTS,
    pollMs: 500,
    claim: lanes.claim,
    handle: async (id, token) => {
      const isBroadcast = lanes.isBroadcast(id);
      const own = isBroadcast ? ofBroadcasts : resources;
      const hold = isBroadcast ? null : parts.rightOfWay.hold();
      try {
        const send = await openSend(own.db, id, token);
        if (!send) return;
        await deliver(operatorContext(own, mintTenantScope(send.tenantId)), { ...sender, hold }, send);
        parts.waiters.tried(id);
      } finally {
        hold?.release();
        lanes.done(id);
      }
    },
  });
  return worker;
}

/** The state that this process keeps between sends. */
interface Sender extends SendWorkerParts {
  pace: SendPace;
  lanes: SendLanes;
  /** Of a message that broadcasts let pass; null for one of a broadcast. */
  hold: Hold | null;
  /** Consecutive outage signs, by workspace. */
  signs: Map<string, number>;
  wake(): void;
}

async function deliver(ctx: Context, sender: Sender, send: OutboundSend): Promise<void> {
  const sinceHandedOver = send.handedOverSecondsAgo;
  // The status of a send without a response may have arrived in time, and wait to be processed. Looked at before the
  // message, so that a status processed in between shows there.
  const isStatusWaiting =
    sinceHandedOver !== null && (await hasCallbackOlderThan(ctx, sinceHandedOver - UNKNOWN_WAIT_SECONDS));
  const message = await findMessage(ctx, send.id);
  if (message?.status !== 'queued') return finishSend(ctx, send.id);

  if (sinceHandedOver !== null && sinceHandedOver < UNKNOWN_WAIT_SECONDS) {
    const seconds = UNKNOWN_WAIT_SECONDS - sinceHandedOver;
    return postponeSend(ctx, send, { seconds, keepHandedOver: true });
  }
  if (isStatusWaiting) {
    return postponeSend(ctx, send, { seconds: BACKLOG_SECONDS, keepHandedOver: true, keepAttempts: true });
  }

  if (send.isExpired) return refuse(ctx, sender, send, sendError('send_expired'));
  // Only templates need no open window. A program's message is sent with the warning that it would have got now (DESIGN 5).
  if (message.type !== 'template' && (await hasNoWindow(ctx, message))) {
    if (message.authorId !== null) return refuse(ctx, sender, send, WINDOW_CLOSED);
    await warnWindowClosed(ctx, message.id);
  }

  const contact = await findContact(ctx, message.contactId);
  // Blocked or unsubscribed since the message was queued or scheduled.
  if (contact?.isBlocked) return refuse(ctx, sender, send, sendError('contact_blocked'));
  const consent = contact && (await judgeConsent(ctx, contact, message, send));
  if (consent === 'refuse') return refuse(ctx, sender, send, sendError('contact_unsubscribed'));
  if (consent === 'warn') await addWarning(ctx, message.id, 'contact_unsubscribed');
  const account = await credentialsOf(ctx);
  const to = contact && (await sendAddressOf(ctx, contact));
  if (to === null && send.attempts >= NO_RECIPIENT_TRIES)
    return refuse(ctx, sender, send, sendError('no_recipient'));
  if (!account || to === null) {
    // Without a contact, it was merged into another one since the message was read.
    const seconds = contact ? NO_CHANNEL_SECONDS : 1;
    return postponeSend(ctx, send, { seconds, keepHandedOver: false });
  }
  // Customers of rehearsals are in the sandbox only. Where a real number came since, no call is made for them.
  const isInSandbox = sender.isSandbox || isOfTestNumber(account.accessToken);
  if (isSimulatedPhone(to) && !isInSandbox) return refuse(ctx, sender, send, sendError('no_recipient'));
  const file = await whileHolding(ctx.db, SENDS, send, () => uploadForSend(ctx, sender, account, message.id));
  if (file.kind === 'unreadable') return waitForFile(ctx, sender, send, file.reason);
  if (file.kind === 'not') {
    // Without an answer, the file may be the cause, which says nothing about the channel.
    const asked = file.answer.kind === 'fault' ? account : null;
    return conclude(ctx, sender, asked, { ...send, isUpload: true }, notUploaded(file.answer));
  }
  const isFirst = message.type === 'template' && (await hasNoWindow(ctx, message));
  const replyTo = await quotedOf(ctx, message);
  if (!(await markHandedOver(ctx, send))) return;
  sender.hold?.release();
  const outcome = await sender.graph.send(account, {
    to,
    content: outboundContent({
      ...message,
      mediaId: file.id,
      components: message.components === null ? null : asJson(message.components),
      payload: message.payload === null ? null : asJson(message.payload),
    }),
    replyTo,
    opaque: opaqueOf(encodeId('message', message.id), message.sendRound),
  });
  sender.hold?.resume();
  await conclude(ctx, sender, account, { ...send, isFirst }, outcome);
}

/** Returns whether the customer has not written in the last 24 hours. */
async function hasNoWindow(ctx: Context, { conversationId }: MessageRow): Promise<boolean> {
  const conversation = await findConversation(ctx, conversationId);
  const expiresAt = windowExpiresAt(conversation?.lastInboundAt ?? null);
  return conversation !== null && !isWindowOpen(expiresAt, ctx.clock.now());
}

/** Fails a message before it was handed over. */
async function refuse(
  ctx: Context,
  { lanes }: Sender,
  send: OutboundSend,
  error: MessageError,
): Promise<void> {
  await recordAnswer(ctx, send, { kind: 'refused', error, usage: null });
  // It says nothing about the platform: the next message is the probe.
  if (lanes.isProbe(send.id)) await returnProbe(ctx);
}

/** Postpones a message whose file our storage does not give: it may be back, and the messages behind it go on. */
async function waitForFile(
  ctx: Context,
  { lanes }: Sender,
  send: OutboundSend,
  reason: string,
): Promise<void> {
  const about = { tenantId: ctx.scope.tenantId, message: encodeId('message', send.id) };
  ctx.log.warn({ ...about, reason, attempts: send.attempts }, 'send postponed: its file could not be read');
  await postponeSend(ctx, send, { seconds: backoffSeconds(send.attempts), keepHandedOver: false });
  if (lanes.isProbe(send.id)) await returnProbe(ctx);
}

/**
 * Converts a failed upload to a send outcome. An upload with an unknown outcome is harmless: unlike a
 * message, a file can be uploaded again.
 */
function notUploaded(answer: Parameters<typeof notAccepted>[0]): SendOutcome {
  return notAccepted(answer.kind === 'unknown' ? { ...answer, kind: 'unreachable' } : answer);
}

/** Returns the platform's id of the message that this one replies to; null when the platform has none. */
async function quotedOf(ctx: QueryContext, { replyTo }: MessageRow): Promise<string | null> {
  const quoted = replyTo && (await findMessage(ctx, replyTo));
  return quoted?.platformId ?? null;
}

/** Handles every outcome of every send, also of its upload; there is no other path. `account`: whose state it shows. */
async function conclude(
  ctx: Context,
  sender: Sender,
  account: GraphAccount | null,
  send: AnsweredSend,
  outcome: SendOutcome,
): Promise<void> {
  // Before the pause: a request that finds the sends paused reads the state of the channel next (decision 0220).
  const [noted] = await Promise.allSettled([account && sender.noteRefusal(ctx, account, outcome)]);
  const isPaused = await settle(ctx, sender, send, outcome);
  const release = () => isPaused && sender.waiters.heldUp(ctx.scope);
  if (noted.status === 'rejected') {
    release();
    throw noted.reason;
  }
  // The requests that wait answer with the channel's state. Without an answer, finding it out takes seconds.
  if (!('fault' in outcome && outcome.fault)) release();
  if (account) await sender.noteSend(ctx, account, outcome).finally(release);
  else release();
}

/** Stores what came of a send; returns whether the workspace's sends are paused because of it. */
async function settle(
  ctx: Context,
  sender: Sender,
  send: AnsweredSend,
  outcome: SendOutcome,
): Promise<boolean> {
  if (outcome.kind === 'later' || outcome.kind === 'unknown') return putOff(ctx, sender, send, outcome);
  const lane = laneOf(ctx);
  sender.signs.delete(lane);
  sender.pace.noteUsage(lane, outcome.usage);
  await keepAnswer(ctx, send, outcome);
  if (sender.lanes.isProbe(send.id)) {
    await resumeLane(ctx);
    sender.wake();
  }
  if (outcome.kind !== 'accepted') return false;
  // In a separate transaction, so that it includes statuses parked while the id was being stored.
  await applyParkedStatuses(ctx, outcome.platformId);
  await applyWaiting(ctx, sender, outcome.platformId);
  return false;
}

/**
 * Postpones a message because the platform did not respond, and may pause the whole workspace.
 * @returns whether it did.
 */
async function putOff(
  ctx: Context,
  { pace, signs, lanes, expiryHours }: Sender,
  send: AnsweredSend,
  outcome: Extract<SendOutcome, { kind: 'later' | 'unknown' }>,
): Promise<boolean> {
  const lane = laneOf(ctx);
  const verdict = judge(outcome, send, unexplainedTries(expiryHours));
  const { reason, kind } = outcome;
  const about = { tenantId: ctx.scope.tenantId, message: encodeId('message', send.id), kind };
  ctx.log.warn({ ...about, reason, attempts: send.attempts }, 'send postponed');
  if (verdict.refuse) {
    await recordAnswer(ctx, send, { kind: 'refused', error: verdict.refuse, usage: null });
    return false;
  }
  if (verdict.tooFast) pace.tooFast(lane);
  if (verdict.isPairLimit) pace.pairLimited(lane, send.contactId.toString('hex'));
  const isProbe = lanes.isProbe(send.id);
  const isSign = verdict.isDownSign && (isProbe || !verdict.isAgain);
  if (isSign) signs.set(lane, (signs.get(lane) ?? 0) + 1);
  const isDown = isSign && (isProbe || (signs.get(lane) ?? 0) >= SIGNS_OF_AN_OUTAGE);
  // The platform may have asked for more time than the first probe would wait.
  const down = { ...DOWN, seconds: verdict.seconds, maxSeconds: Math.max(DOWN.maxSeconds, verdict.seconds) };
  const pause = verdict.pause ?? (isDown ? (verdict.isAsked ? down : DOWN) : undefined);
  if (pause) await pauseLane(ctx, pause, isProbe);
  // In a paused lane the pause applies instead: when it ends, all messages are due immediately.
  const seconds = pause && !verdict.isUnknown ? 0 : verdict.seconds;
  const { isUnknown: keepHandedOver, isFree: keepAttempts } = verdict;
  await postponeSend(ctx, send, { seconds, keepHandedOver, keepAttempts });
  return pause !== undefined;
}

/** Returns the key of a workspace's lane for the pace and the lanes of this process. */
function laneOf({ scope }: Pick<Context, 'scope'>): string {
  return scope.key.toString('hex');
}
