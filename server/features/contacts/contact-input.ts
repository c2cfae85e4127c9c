import type { PutContact } from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_TAGS_MAX, type MarketingSource } from '../../../shared/domain/contact-status.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import { BLANK_CONTACT, type ContactRow } from '../../db/models/contact.model.ts';
import type { ContactFieldRow } from '../../db/models/contact-field.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { changeContactRow } from './contact-changes.ts';
import { changedAttributes } from './contact-fields.service.ts';
import type { Attributes } from './contact-view.ts';
import { presentContact } from './contacts.presenter.ts';

/** What callers give of a contact, as columns. */

type StoredContact = Omit<ContactRow, 'tenantId'>;
/** As callers give it; in a new contact, the tags to add are the tags, and what is missing is empty. */
type GivenContact = { [Field in keyof PutContact]: PutContact[Field] | null };

/** Who changes a contact, and when; with the custom fields, if the change gives attributes. */
type Changer = Pick<Context, 'actor' | 'clock'> & {
  fields: readonly ContactFieldRow[];
  /** Who says what the contact wants, when it is not the caller. */
  marketingSource?: MarketingSource;
};

/** Returns the row of a new contact. @throws {AppError} validation_failed for too many tags, or attributes that do not fit. */
export function newContactRow(ctx: Changer, phone: string, given: GivenContact): StoredContact {
  const now = ctx.clock.now();
  const empty = {
    ...BLANK_CONTACT,
    ...{ id: newKey(), name: '', nameSearch: '', phone, createdAt: now, updatedAt: now },
  };
  return { ...empty, ...changedColumns(ctx, empty, given) };
}

/** Returns the columns that the given fields set. @throws {AppError} validation_failed for too many tags. */
export function changedColumns(
  { actor, clock, fields, marketingSource: source }: Changer,
  before: StoredContact,
  given: GivenContact,
): Partial<StoredContact> {
  const { name, email, status, marketing, blocked, attributes } = given;
  const tags = changedTags(before, given);
  return {
    ...(typeof name === 'string' ? { name, nameSearch: foldForSearch(name) } : {}),
    ...(email === undefined ? {} : { email }),
    ...(status ? { status } : {}),
    ...(marketing && marketing !== before.marketing
      ? {
          ...{ marketing, marketingAt: clock.now() },
          marketingSource: source ?? (actor?.kind === 'user' ? ('member' as const) : ('api' as const)),
        }
      : {}),
    ...(typeof blocked === 'boolean' ? { isBlocked: blocked ? 1 : 0 } : {}),
    ...(attributes
      ? { attributes: JSON.stringify(changedAttributes(fields, attributesOf(before), attributes)) }
      : {}),
    ...(tags === null ? {} : { tags: JSON.stringify(tags) }),
  };
}

const attributesOf = ({ attributes }: Pick<StoredContact, 'attributes'>) =>
  asJson<Attributes | null>(attributes ?? null) ?? {};

function changedTags(before: StoredContact, { tags, addTags, removeTags }: GivenContact): string[] | null {
  if (!tags && !addTags && !removeTags) return null;
  const dropped = new Set(removeTags);
  const wanted = [...(tags ?? asJson<string[]>(before.tags)), ...(addTags ?? [])];
  const kept = [...new Set(wanted)].filter((tag) => !dropped.has(tag));
  if (kept.length <= CONTACT_TAGS_MAX) return kept;
  const message = `would leave the contact with ${kept.length} tags, and it can have ${CONTACT_TAGS_MAX}`;
  throw new AppError('validation_failed', { details: [{ path: addTags ? 'addTags' : 'tags', message }] });
}

/** Records in the audit log that a member or a program has blocked a contact, or changed what it is sent. */
export async function auditConsent(
  ctx: ChangeContext,
  before: StoredContact,
  after: Partial<StoredContact>,
): Promise<void> {
  const id = encodeId('contact', before.id);
  // The name would stay in the log when the contact is deleted.
  const target = { kind: 'contact', id, label: id } as const;
  if (after.isBlocked !== undefined && after.isBlocked !== before.isBlocked)
    await ctx.audit({ action: after.isBlocked ? 'contact.blocked' : 'contact.unblocked', target });
  const { marketing = before.marketing } = after;
  if (marketing !== before.marketing && marketing !== 'unknown')
    await ctx.audit({ action: `contact.${marketing}`, target });
}

/**
 * Sets whether a contact, whose row is locked, wants marketing; with its event. Returns false when they wanted the same
 * before, or when a later choice is known.
 */
export async function changeMarketing(
  ctx: ChangeContext,
  before: ContactRow,
  marketing: 'subscribed' | 'unsubscribed',
  { at, source }: { at: Date; source: 'customer' | 'platform' },
): Promise<boolean> {
  const isSame = before.marketing === marketing;
  const knownAt = before.marketingAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (at.getTime() < knownAt || (isSame && at.getTime() === knownAt)) return false;
  // The same choice again takes its time: an older one that arrives later must not undo it.
  const changes = { marketing, marketingAt: at, marketingSource: source, updatedAt: ctx.clock.now() };
  await changeContactRow(ctx, before, changes);
  ctx.record('contact.updated', { contact: presentContact({ ...before, ...changes }) });
  return !isSame;
}
