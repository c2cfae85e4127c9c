import { ZodError } from 'zod';
import { AppError } from '../../../shared/domain/errors.ts';
import { PARKED_REASONS } from '../../../shared/domain/reasons/parked-reasons.ts';
import { isDuplicate, isOrphan, isOutage, isTransient } from '../../db/database-errors.ts';
import { asJson } from '../../db/define-model.ts';
import { findMessageByPlatformId } from '../../features/messages/index.ts';
import {
  itemsAwaiting,
  type Parking,
  parkItem,
  removeParkedItem,
} from '../../features/parked-items/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { echoValue } from '../../platform/inbound/business-app.ts';
import {
  type CallbackItem,
  describeItem,
  type ItemOrigin,
  type Notice,
} from '../../platform/inbound/callback.ts';
import { type InboundChange, parseInbound } from '../../platform/inbound/parse-inbound.ts';
import { indexContacts } from '../../platform/inbound/people.ts';
import { applyParkedStatuses, applyStatus } from './apply-status.ts';
import { storeEcho, storeHistory } from './business-app.ts';
import { changeMessage, UNKNOWN_TARGET } from './change-message.ts';
import { moveContacts } from './sender-contact.ts';
import { storeMessage } from './store-message.ts';

/** Processes a notice. @throws {z.ZodError} when it cannot be parsed: then it is parked. */
export type TakeNotice = (ctx: Context, notice: Notice) => Promise<void>;

/** The dependencies of parking an item in addition to a context. */
export interface ParkingParts {
  /** Counts a parked item. */
  onParked(): void;
}

export interface ReceiveParts extends ParkingParts {
  /** The handler of each field's notices; a notice of another field is parked. */
  notices: Readonly<Record<string, TakeNotice>>;
}

/** The position of a part in its callback. Parking the same position twice stores one item. */
export interface ItemPlace {
  callbackId: Buffer;
  /** Its index among the callback's items. */
  item: number;
}

/** The reason an item cannot be processed, and its kind, if known more precisely than from its position. */
class RefusedError extends Error {
  readonly kind: string | null;
  constructor(reason: string, kind: string | null = null) {
    super(reason);
    this.kind = kind;
  }
}

/** Maximum number of attempts after conflicts with another worker over the same message or customer. */
const TRIES = 5;

/**
 * Processes one item of a callback, and parks it with the reason when it cannot be read or stored, so that it
 * never stops other items. Every item can be processed more than once.
 * @param options `ownNumber` is the platform's id of the workspace's connected number.
 * @throws a transient error, such as an unavailable database. With `mayParkAll`, an error that nobody foresaw
 * parks the item; an outage never does.
 */
export async function receiveInbound(
  ctx: Context,
  parts: ReceiveParts,
  item: CallbackItem,
  { ownNumber, place, mayParkAll }: { ownNumber: string | null; place: ItemPlace; mayParkAll: boolean },
): Promise<void> {
  try {
    await receive(ctx, parts, item, ownNumber, place);
  } catch (error) {
    if (isTransient(error) && (!mayParkAll || isOutage(error))) throw error;
    const parked = describeItem(item);
    const kind = (error instanceof RefusedError && error.kind) || parked.kind;
    await park(ctx, parts, { ...parked, kind, reason: reasonOf(error), place });
  }
}

async function receive(
  ctx: Context,
  parts: ReceiveParts,
  item: CallbackItem,
  ownNumber: string | null,
  place: ItemPlace,
): Promise<void> {
  if ('phoneNumberId' in item && item.phoneNumberId !== ownNumber) {
    const number = item.phoneNumberId.slice(0, 64);
    throw new RefusedError(PARKED_REASONS.write('other_number', { number }));
  }
  const inbound = parseInbound(item, ctx.clock.now());
  switch (inbound.kind) {
    case 'message': {
      const problem = await retryOnConflict(() => storeMessage(ctx, inbound));
      if (problem !== null) throw new RefusedError(problem, inbound.type);
      return applyWaiting(ctx, parts, inbound.platformId);
    }
    case 'reaction':
    case 'edit':
    case 'revoke': {
      const problem = await retryOnConflict(() => changeMessage(ctx, inbound));
      if (problem === UNKNOWN_TARGET) return waitForTarget(ctx, parts, item, inbound, place);
      if (problem !== null) throw new RefusedError(problem);
      return;
    }
    case 'echo': {
      const { message } = inbound;
      const problem = await retryOnConflict(() =>
        message.kind === 'message' ? storeEcho(ctx, message) : changeMessage(ctx, message, 'outbound'),
      );
      if (problem === UNKNOWN_TARGET && message.kind !== 'message')
        return waitForTarget(ctx, parts, item, message, place);
      if (problem !== null) throw new RefusedError(problem);
      await applyParkedStatuses(ctx, message.platformId);
      return applyWaiting(ctx, parts, message.platformId);
    }
    case 'history':
      await retryOnConflict(() => storeHistory(ctx, inbound.messages, inbound.part));
      if (inbound.problem !== null) throw new RefusedError(inbound.problem);
      return;
    case 'status': {
      const isNamed = await applyStatus(ctx, inbound);
      // A change of the message may have come first. After a kill, the first status of a message is applied again.
      if (isNamed || (inbound.status === 'sent' && inbound.opaque !== null))
        await applyWaiting(ctx, parts, inbound.platformId);
      return;
    }
    case 'identity_change':
      return retryOnConflict(() => moveContacts(ctx, inbound.moves));
    case 'notice': {
      const { field, value, wabaId, time } = inbound;
      const take = Object.hasOwn(parts.notices, field) ? parts.notices[field] : undefined;
      if (!take) throw new RefusedError(PARKED_REASONS.write('not_supported'));
      return retryOnConflict(() => take(ctx, { value, wabaId, time }));
    }
    case 'nothing':
      return;
    case 'unreadable':
      throw new RefusedError(inbound.reason);
  }
}

/** Parks a change until its message arrives. */
async function waitForTarget(
  ctx: Context,
  parts: ParkingParts,
  item: CallbackItem,
  { kind, payload: change, targetPlatformId }: InboundChange,
  place: ItemPlace,
): Promise<void> {
  const { origin: described } = describeItem(item);
  // A change from the business app is parked as one of the customer's conversation; its field says whose it is.
  const origin =
    described && 'phoneNumberId' in item ? { ...described, phoneNumberId: item.phoneNumberId } : described;
  const payload = { ...change, contacts: origin?.contacts ?? [] };
  const awaits = targetPlatformId;
  await park(ctx, parts, { kind, reason: UNKNOWN_TARGET, payload, awaits, place, origin });
  // The message may have arrived while its change was being parked, so check again.
  const target = await findMessageByPlatformId(ctx, targetPlatformId);
  if (target) await applyWaiting(ctx, parts, targetPlatformId);
}

/** Applies the changes that arrived before their message, then removes them: applying twice is harmless. */
export async function applyWaiting(ctx: Context, parts: ParkingParts, platformId: string): Promise<void> {
  for (const { id, kind, payload, origin } of await itemsAwaiting(ctx, platformId)) {
    const { contacts, ...message } = asJson<Record<string, unknown>>(payload);
    const kept = origin === null ? null : asJson<ItemOrigin>(origin);
    const isOurs = kept?.field === 'smb_message_echoes';
    const problem = await changeFrom(ctx, message, contacts, isOurs ? 'outbound' : 'inbound');
    if (problem === UNKNOWN_TARGET) continue;
    if (problem !== null) {
      const value = isOurs ? echoValue(kept.phoneNumberId, message) : message;
      await park(ctx, parts, { kind, reason: problem, payload: value, origin: kept, place: null });
    }
    await removeParkedItem(ctx, id);
  }
}

/** Applies a parked change; returns why that failed, or null. */
async function changeFrom(
  ctx: Context,
  message: Record<string, unknown>,
  contacts: unknown,
  by: 'inbound' | 'outbound',
): Promise<string | null> {
  const place = {
    phoneNumberId: '',
    contacts: indexContacts(contacts),
    errors: [],
    wabaId: null,
    time: null,
  };
  const inbound = parseInbound({ kind: 'message', message, ...place }, ctx.clock.now());
  if (inbound.kind === 'unreadable') return inbound.reason;
  if (!('targetPlatformId' in inbound)) return PARKED_REASONS.write('no_change');
  try {
    return await retryOnConflict(() => changeMessage(ctx, inbound, by));
  } catch (error) {
    if (isTransient(error)) throw error;
    return reasonOf(error);
  }
}

/** Parks a whole callback, or the rest of one starting at an item. */
export async function parkCallback(
  ctx: Context,
  parts: ParkingParts,
  place: ItemPlace,
  reason: string,
  body: Buffer,
): Promise<void> {
  await park(ctx, parts, { kind: 'callback', reason, payload: body.toString('utf8'), origin: null, place });
}

async function park(ctx: Context, parts: ParkingParts, parking: Parking): Promise<void> {
  const { kind, reason } = parking;
  ctx.log.warn({ tenantId: ctx.scope.tenantId, kind, reason }, 'part of a callback was parked');
  try {
    await parkItem(ctx, parking);
  } catch (error) {
    if (isTransient(error)) throw error;
    // The raw callback is not kept, so its bytes are: as text that every database can store.
    await parkItem(ctx, {
      ...parking,
      payload: inBase64(parking.payload),
      reason: `${reason} (The payload could not be stored as JSON and is in Base64.)`,
    });
  }
  parts.onParked();
}

/** Returns a payload as text of ASCII characters; null when it is nested too deeply to be written at all. */
function inBase64(payload: unknown): string | null {
  try {
    return `base64:${Buffer.from(JSON.stringify(payload ?? null)).toString('base64')}`;
  } catch {
    return null;
  }
}

/** Retries after a conflict with another worker: the second attempt finds the rows that the other stored. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isConcurrentWrite = isDuplicate(error) || isOrphan(error) || error instanceof AppError;
      if (!isConcurrentWrite || attempt >= TRIES) throw error;
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ZodError) {
    return error.issues.map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
