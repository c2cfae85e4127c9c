import type { PutContact } from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import { newKey } from '../../kernel/ids.ts';

/** What callers give of a contact, as columns. */

type StoredContact = Omit<ContactRow, 'tenantId'>;
/** As callers give it; in a new contact, the tags to add are the tags, and what is missing is empty. */
type GivenContact = { [Field in keyof PutContact]: PutContact[Field] | null };

const TAGS_MAX = 50;

/** Returns the row of a new contact. @throws {AppError} validation_failed for too many tags. */
export function newContactRow(phone: string, given: GivenContact, now: Date): StoredContact {
  const empty = {
    ...{ id: newKey(), name: '', nameSearch: '', phone, email: null, tags: '[]', status: 'cold' as const },
    ...{ createdAt: now, updatedAt: now },
  };
  return { ...empty, ...changedColumns(empty, given) };
}

/** Returns the columns that the given fields set. @throws {AppError} validation_failed for too many tags. */
export function changedColumns(before: StoredContact, given: GivenContact): Partial<StoredContact> {
  const { name, email, status } = given;
  const tags = changedTags(before, given);
  return {
    ...(typeof name === 'string' ? { name, nameSearch: foldForSearch(name) } : {}),
    ...(email === undefined ? {} : { email }),
    ...(status ? { status } : {}),
    ...(tags === null ? {} : { tags: JSON.stringify(tags) }),
  };
}

function changedTags(before: StoredContact, { tags, addTags, removeTags }: GivenContact): string[] | null {
  if (!tags && !addTags && !removeTags) return null;
  const dropped = new Set(removeTags);
  const wanted = [...(tags ?? asJson<string[]>(before.tags)), ...(addTags ?? [])];
  const kept = [...new Set(wanted)].filter((tag) => !dropped.has(tag));
  if (kept.length <= TAGS_MAX) return kept;
  const message = `would leave the contact with ${kept.length} tags, and it can have ${TAGS_MAX}`;
  throw new AppError('validation_failed', { details: [{ path: addTags ? 'addTags' : 'tags', message }] });
}
