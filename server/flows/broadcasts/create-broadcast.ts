import type { ContactFilter } from '../../../shared/contract/contact-filter.ts';
import type { Broadcast, CreateBroadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { SCHEDULE_DAYS_MAX } from '../../../shared/domain/message-status.ts';
import {
  BROADCAST_RECIPIENTS_MAX,
  BROADCASTS_ACTIVE_MAX,
} from '../../../shared/domain/templates/broadcasts.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { ZONES_AHEAD_MS, ZONES_BEHIND_MS } from '../../../shared/domain/time/sending-hours.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import {
  addRecipients,
  broadcastsIn,
  countAudience,
  insertBroadcast,
  type NewBroadcast,
  noCounts,
  presentBroadcast,
} from '../../features/broadcasts/index.ts';
import { isConnected } from '../../features/channel/index.ts';
import {
  type ContactSource,
  contactsPassing,
  listFields,
  resolveContact,
} from '../../features/contacts/index.ts';
import { getSegment } from '../../features/segments/index.ts';
import { findTemplateByName } from '../../features/templates/index.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { newKey } from '../../kernel/ids.ts';
import { timingOf } from '../outbound/send-rules.ts';
import { templateProblems } from './personal-message.ts';
import { setTimes } from './recipient-times.ts';

type Given = Pick<CreateBroadcast, 'template' | 'audience'>;

const UNKNOWN_LISTED = 20;

/**
 * Creates a broadcast. Its messages are created by the worker.
 * @throws {AppError} template_not_found; contact_not_found; segment_not_found; channel_not_connected; broadcast_limit_reached;
 * broadcast_too_large; validation_failed.
 */
export async function createBroadcast(
  ctx: Context,
  wake: () => void,
  input: CreateBroadcast,
): Promise<Broadcast> {
  if (!(await isConnected(ctx))) throw new AppError('channel_not_connected');
  const times = timesOf(ctx, input);
  await checkedTemplate(ctx, input);
  const audience = await audienceOf(ctx, input.audience);
  const max = BROADCAST_RECIPIENTS_MAX + 1;
  const { recipients, excluded } = await countAudience(ctx, audience, { name: input.name, max });
  const people = recipients + Object.values(excluded).reduce((sum, count) => sum + count, 0);
  if (people >= max) throw new AppError('broadcast_too_large');
  const created = await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const row: NewBroadcast = {
      ...{
        id: newKey(),
        name: input.name,
        status: times.sendAt ? 'scheduled' : 'running',
        pauseReason: null,
      },
      ...{ templateName: input.template.name, templateLanguage: input.template.language },
      components: JSON.stringify(input.template.components),
      ...{ audienceKind: audience.audienceKind, audienceTag: audience.audienceTag },
      ...{ audienceSegment: audience.audienceSegment, audienceFilter: audience.audienceFilter },
      ...{ isExpanded: audience.audienceKind === 'contacts' ? 1 : 0, expandedTo: null },
      // Until the worker has counted, what is expected.
      counts: JSON.stringify({ ...noCounts(), recipients, waiting: recipients, excluded }),
      ...{ holdingFailures: 0, createdAt: now, completedAt: null },
      ...{ ...times, startedAt: times.sendAt ? null : now, waitReason: null, waitUntil: null },
      ...{ ignoresQuality: 0, isSlowed: 0 },
    };
    await insertBroadcast(ctx, row);
    if (audience.ids) {
      await addRecipients(ctx, row, audience.ids);
      await setTimes(ctx, row, audience.ids);
    }
    limitActive(ctx);
    return recordBroadcast(ctx, row, 'broadcast.created');
  });
  wake();
  return created;
}

/**
 * Refuses a transaction that has made one more broadcast active when there are too many then.
 * @throws {AppError} broadcast_limit_reached, at the end.
 */
export function limitActive(ctx: ChangeContext): void {
  // At the end, where broadcasts that become active at the same time see each other.
  ctx.atEnd(async () => {
    const active = await broadcastsIn(ctx, ['scheduled', 'running', 'paused'], BROADCASTS_ACTIVE_MAX + 1);
    if (active.length > BROADCASTS_ACTIVE_MAX) throw new AppError('broadcast_limit_reached');
  });
}

/**
 * Returns when a broadcast begins (null: now), and the local time at which each person gets it.
 * @throws {AppError} validation_failed for a time that is not possible.
 */
function timesOf(
  ctx: Context,
  { sendAt, sendAtLocal }: Pick<CreateBroadcast, 'sendAt' | 'sendAtLocal'>,
): { sendAt: Date | null; localAt: Date | null } {
  if (sendAtLocal === undefined) return { sendAt: timingOf(ctx, sendAt)?.sendAt ?? null, localAt: null };
  const refuse = (message: string) =>
    new AppError('validation_failed', { details: [{ path: 'sendAtLocal', message }] });
  if (sendAt !== undefined) throw refuse('cannot be given with sendAt');
  const localAt = new Date(`${sendAtLocal}Z`);
  if (Number.isNaN(localAt.getTime())) throw refuse('must be a day of the calendar');
  const aheadMs = localAt.getTime() - ctx.clock.now().getTime();
  // In the future for those who are furthest behind; the others get it on the next day.
  if (aheadMs + ZONES_BEHIND_MS <= 0) throw refuse('must be in the future');
  if (aheadMs > SCHEDULE_DAYS_MAX * DAY_MS) throw refuse(`must be within ${SCHEDULE_DAYS_MAX} days`);
  const first = new Date(localAt.getTime() - ZONES_AHEAD_MS);
  return { sendAt: first > ctx.clock.now() ? first : null, localAt };
}

/** Records a change of a broadcast, and returns it as the API shows it. */
export async function recordBroadcast(
  ctx: ChangeContext,
  row: NewBroadcast,
  action:
    | 'broadcast.created'
    | 'broadcast.paused'
    | 'broadcast.resumed'
    | 'broadcast.canceled'
    | 'broadcast.retried',
): Promise<Broadcast> {
  const broadcast = presentBroadcast(row);
  await ctx.audit({ action, target: { kind: 'broadcast', id: broadcast.id, label: row.name } });
  ctx.record('broadcast.updated', { broadcast });
  ctx.setResponse(broadcast);
  return broadcast;
}

/** @throws {AppError} template_not_found; validation_failed for one that cannot be sent, or values that do not fit. */
export async function checkedTemplate(
  ctx: Context,
  { template }: Pick<Given, 'template'>,
): Promise<TemplateRow> {
  const row = await findTemplateByName(ctx, template.name, template.language);
  if (!row) throw unknownTemplate(template);
  const keys = new Set((await listFields(ctx)).data.map(({ key }) => key));
  const details = templateProblems(row, template.components, keys);
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return row;
}

function unknownTemplate({ name, language }: Given['template']): AppError {
  return new AppError('template_not_found', {
    message: `There is no template ${name} in the language ${language}. The list of templates shows each name with its languages.`,
    details: [{ path: 'template.name', message: 'is not a template in this language' }],
  });
}

type ChosenAudience = Pick<
  NewBroadcast,
  'audienceKind' | 'audienceTag' | 'audienceSegment' | 'audienceFilter'
> & { ids?: Buffer[]; source?: ContactSource | undefined };

/** @throws {AppError} contact_not_found; segment_not_found */
export async function audienceOf(ctx: Context, given: CreateBroadcast['audience']): Promise<ChosenAudience> {
  const none = { audienceTag: null, audienceSegment: null, audienceFilter: null };
  if ('tag' in given) return { ...none, audienceKind: 'tag', audienceTag: given.tag };
  if ('all' in given) return { ...none, audienceKind: 'all' };
  if (!('contacts' in given)) {
    const { name, filter } = await getSegment(ctx, 'segment' in given ? given.segment : given.segmentId);
    const chosen = { audienceSegment: name, audienceFilter: JSON.stringify(filter) };
    return { ...none, ...chosen, audienceKind: 'segment', source: await contactsPassing(ctx, filter) };
  }
  const ids = new Map<string, Buffer>();
  const details: { path: string; message: string }[] = [];
  for (const [index, reference] of given.contacts.entries()) {
    const contact = await resolveContact(ctx, reference);
    if (contact) ids.set(contact.id.toString('hex'), contact.id);
    else details.push({ path: `audience.contacts.${index}`, message: 'is not a known contact' });
  }
  if (details.length > 0)
    throw new AppError('contact_not_found', { details: details.slice(0, UNKNOWN_LISTED) });
  return { ...none, audienceKind: 'contacts', ids: [...ids.values()] };
}

/** Returns the contacts of the segment of a broadcast, by the filter that it had; undefined for other audiences. */
export async function segmentSource(
  ctx: Context,
  { audienceKind, audienceFilter }: Pick<NewBroadcast, 'audienceKind' | 'audienceFilter'>,
): Promise<ContactSource | undefined> {
  if (audienceKind !== 'segment') return undefined;
  return contactsPassing(ctx, asJson<ContactFilter>(audienceFilter));
}
