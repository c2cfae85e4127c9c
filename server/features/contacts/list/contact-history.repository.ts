import type { ContactHistoryChange } from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { ADDED_FIELD, type AddedBy } from '../../../../shared/domain/contacts/contact-history.ts';
import type { Database } from '../../../db/database.ts';
import { asJson } from '../../../db/define-model.ts';
import type { ContactRow } from '../../../db/models/contact.model.ts';
import { recordContactHistory } from '../../../kernel/audit/contact-history.repository.ts';
import type { Context, QueryContext } from '../../../kernel/context/context.ts';
import { BATCH_ROWS } from '../../../kernel/housekeeping/step.ts';
import type { Attributes } from '../contact-view.ts';

/** What was changed of contacts, when and by whom. It is deleted with the contact. */

/** Days after which a change of a contact is forgotten. */
const KEPT_DAYS = 730;
/** A long value is cut: the history says what changed, and the contact has the whole. */
const VALUE_MAX = 200;

type Tracked = Pick<
  ContactRow,
  'id' | 'name' | 'phone' | 'email' | 'tags' | 'status' | 'marketing' | 'isBlocked' | 'attributes'
>;

/** Records what changes have made different; nothing where that is nothing that a contact shows. */
export async function recordHistory(
  ctx: QueryContext & Pick<Context, 'author' | 'clock'>,
  all: readonly { before: Tracked; after: Tracked }[],
): Promise<void> {
  const changed = all.flatMap(({ before, after }) => {
    const changes = changesOf(before, after);
    return changes.length === 0 ? [] : [{ contactId: before.id, changes }];
  });
  await recordContactHistory(ctx, changed);
}

/**
 * Records that contacts were added, by the author of the change: with a request of a member or a program, with a file, or
 * because they have written.
 */
export async function recordAdded(
  ctx: QueryContext & Pick<Context, 'author' | 'clock'>,
  contactIds: readonly Buffer[],
  way: AddedBy,
): Promise<void> {
  const changes = [{ field: ADDED_FIELD, before: '', after: way }];
  await recordContactHistory(
    ctx,
    contactIds.map((contactId) => ({ contactId, changes })),
  );
}

/** Half an emoji at the end cannot be stored. */
const cut = (text: string) => text.slice(0, VALUE_MAX).replace(/\p{Surrogate}/gu, '');

function changesOf(before: Tracked, after: Tracked): ContactHistoryChange[] {
  const [had, has] = [before, after].map(textsOf) as [Map<string, string>, Map<string, string>];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((field) => {
    const [old, now] = [had.get(field) ?? '', has.get(field) ?? ''];
    return old === now ? [] : [{ field, before: cut(old), after: cut(now) }];
  });
}

/** Returns the fields of a contact as texts; a custom field is `field:` and its key. */
function textsOf({ name, phone, email, tags, status, marketing, isBlocked, attributes }: Tracked) {
  const own = asJson<Attributes | null>(attributes ?? null) ?? {};
  return new Map<string, string>([
    ['name', name],
    ['phone', phone ?? ''],
    ['email', email ?? ''],
    ['tags', asJson<string[]>(tags).join(', ')],
    ['status', status],
    ['marketing', marketing],
    ['blocked', isBlocked === 1 ? 'true' : 'false'],
    ...Object.entries(own).map(([key, value]): [string, string] => [`field:${key}`, String(value)]),
  ]);
}

/** Deletes up to 1,000 changes of contacts that are too old to be kept; returns how many. */
export function dropOldHistory(db: Database): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM contact_history
     WHERE created_at < UTC_TIMESTAMP(3) - INTERVAL ${KEPT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
  );
}
