import { zoneOfPhone } from '../../../shared/domain/time/phone-zones.ts';
import {
  instantForPerson,
  nextSendingTime,
  type SendingHours,
} from '../../../shared/domain/time/sending-hours.ts';
import type { BroadcastRow } from '../../db/models/broadcast.model.ts';
import {
  broadcastSettingsOf,
  nextRecipients,
  phonesOf,
  postponeRecipients,
  type WaitingRecipient,
} from '../../features/broadcasts/index.ts';
import { connectedNumber } from '../../features/channel/index.ts';
import { responseRulesOf } from '../../features/conversations/index.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';

/** When the people of a broadcast get their message: at their local time, and within the sending hours (decision 0302). */

/** What decides about the times of people: the hours of the workspace, and the zone of those whose own is not known. */
interface TimeRules {
  hours: SendingHours | null;
  homeZone: string;
}

/** People that are looked at in one step while some of them are outside their sending hours, and steps of one round. */
const LOOKED_AT = 500;
const STEPS = 20;

type Timed = Pick<BroadcastRow, 'id' | 'localAt' | 'createdAt'>;

/** Gives new people of a broadcast their times. To be called in the transaction that adds them. */
export async function setTimes(
  ctx: QueryContext,
  broadcast: Timed,
  contactIds: readonly Buffer[],
): Promise<void> {
  if (contactIds.length === 0) return;
  const rules = await timeRulesOf(ctx);
  if (!rules.hours && !broadcast.localAt) return;
  const later = new Map<number, Buffer[]>();
  for (const { contactId, phone } of await phonesOf(ctx, contactIds)) {
    const at = timeFor(phone, rules, broadcast, broadcast.createdAt);
    if (at > broadcast.createdAt) note(later, at, contactId);
  }
  await postponeAll(ctx, broadcast.id, later);
}

/**
 * Returns the people who get their message now, and when the next ones do if that is nobody. Those outside their sending hours
 * are put off until these end.
 */
export async function duePeople(
  ctx: Context,
  broadcast: Timed,
  room: number,
): Promise<{ people: WaitingRecipient[]; nextAt: Date | null }> {
  const rules = await timeRulesOf(ctx);
  const limit = rules.hours ? LOOKED_AT : room;
  let nextMs = Number.POSITIVE_INFINITY;
  let after: WaitingRecipient | undefined;
  for (let step = 0; step < STEPS; step += 1) {
    const rows = await nextRecipients(ctx, broadcast.id, { limit, after });
    const now = ctx.clock.now();
    const isPlanned = ({ dueAt }: WaitingRecipient) => broadcast.localAt !== null && dueAt > now;
    const people: WaitingRecipient[] = [];
    const later = new Map<number, Buffer[]>();
    for (const person of rows) {
      // Without a local time, only the hours count: they may be others than when the person was put off.
      const at = isPlanned(person)
        ? person.dueAt
        : nextSendingTime(now, zoneOf(person.phone, rules), rules.hours);
      if (at <= now) people.push(person);
      else {
        nextMs = Math.min(nextMs, at.getTime());
        if (at > person.dueAt) note(later, at, person.contactId);
      }
    }
    await postponeAll(ctx, broadcast.id, later);
    if (people.length > 0) return { people: people.slice(0, room), nextAt: null };
    // Those who were put off may stand before others for whom it is time under hours that were widened since.
    after = rows.at(-1);
    if (!after || rows.length < limit || isPlanned(after)) break;
  }
  return { people: [], nextAt: nextMs === Number.POSITIVE_INFINITY ? null : new Date(nextMs) };
}

async function timeRulesOf(ctx: QueryContext): Promise<TimeRules> {
  const { hours } = await broadcastSettingsOf(ctx);
  const own = (await connectedNumber(ctx))?.displayPhoneNumber?.replace(/\D/g, '') ?? '';
  const homeZone = (await responseRulesOf(ctx)).hours?.timeZone ?? zoneOfPhone(own) ?? 'UTC';
  return { hours, homeZone };
}

const zoneOf = (phone: string | null, { homeZone }: TimeRules) => (phone && zoneOfPhone(phone)) || homeZone;

function timeFor(
  phone: string | null,
  rules: TimeRules,
  { localAt }: Pick<BroadcastRow, 'localAt'>,
  decidedAt: Date,
): Date {
  const zone = zoneOf(phone, rules);
  const at = localAt ? instantForPerson(localAt, zone, decidedAt) : decidedAt;
  return nextSendingTime(at, zone, rules.hours);
}

function note(later: Map<number, Buffer[]>, at: Date, contactId: Buffer): void {
  const known = later.get(at.getTime());
  if (known) known.push(contactId);
  else later.set(at.getTime(), [contactId]);
}

async function postponeAll(
  ctx: QueryContext,
  id: Buffer,
  later: ReadonlyMap<number, readonly Buffer[]>,
): Promise<void> {
  for (const [at, contactIds] of later) await postponeRecipients(ctx, id, contactIds, new Date(at));
}
