import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { insertTuples, run, select } from '../../kernel/tenancy/rows.ts';

/**
 * The tags of contacts, one row each, so that a list can be filtered by tag. A contact's own column has the same tags
 * in their order; the deletion of a contact deletes its rows here.
 */

type Tagged = Pick<ContactRow, 'id' | 'tags'>;

/** Rows of one INSERT. */
const TAGS_PER_INSERT = 1_000;

/** Stores the tags of new contacts. */
export async function addTagRows(ctx: QueryContext, contacts: readonly Tagged[]): Promise<void> {
  await insertTuples(
    ctx,
    'INSERT INTO contact_tags (tenant_id, tag, contact_id)',
    contacts.flatMap(({ id, tags }) => asJson<string[]>(tags).map((tag) => [tag, id])),
    { atOnce: TAGS_PER_INSERT, onDuplicate: 'contact_id = contact_tags.contact_id' },
  );
}

/** Brings the rows of a contact, whose own row is locked, from the tags that it had to those that it has. */
export async function changeTagRows(ctx: QueryContext, before: Tagged, after: Tagged): Promise<void> {
  const [had, has] = [asJson<string[]>(before.tags), asJson<string[]>(after.tags)];
  const dropped = had.filter((tag) => !has.includes(tag));
  if (dropped.length > 0)
    await run(
      ctx,
      'DELETE FROM contact_tags WHERE tenant_id = :tenantId AND tag IN (:dropped) AND contact_id = :id',
      { dropped, id: before.id },
    );
  await addTagRows(ctx, [{ id: before.id, tags: has.filter((tag) => !had.includes(tag)) }]);
}

/** Returns the tags that contacts have, in the order of the alphabet: the first `limit`. */
export async function listTags(ctx: QueryContext, limit: number): Promise<string[]> {
  const rows = await select<{ tag: string }>(
    ctx,
    `SELECT tag FROM contact_tags WHERE tenant_id = :tenantId GROUP BY tag ORDER BY tag LIMIT ${Math.trunc(limit)}`,
  );
  return rows.map(({ tag }) => tag);
}
