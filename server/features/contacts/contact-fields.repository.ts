import type { ContactFieldRow } from '../../db/models/contact-field.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { run, select } from '../../kernel/tenancy/rows.ts';

/** The custom fields of contacts. */

/**
 * Returns the fields, by name. Inside a transaction that changes contacts, `isHeld` keeps them from being removed until
 * it ends, so that no value is written after the values of a removed field were deleted.
 */
export function fieldsOf(ctx: QueryContext, { isHeld = false } = {}): Promise<ContactFieldRow[]> {
  return select<ContactFieldRow>(
    ctx,
    `SELECT id, tenant_id AS tenantId, field_key AS fieldKey, name, type, options, created_at AS createdAt,
       removed_at AS removedAt
     FROM contact_fields WHERE tenant_id = :tenantId AND removed_at IS NULL
     ORDER BY name, id ${isHeld ? 'LOCK IN SHARE MODE' : ''}`,
  );
}

const CONTACTS_PER_STEP = 1_000;

/** Deletes what contacts have in a field, one step of contacts at a time. Repeatable. */
export async function dropValues(ctx: QueryContext, key: string): Promise<void> {
  for (let after: Buffer | null = null; ; ) {
    const ids: { id: Buffer }[] = await select<{ id: Buffer }>(
      ctx,
      `SELECT id FROM contacts FORCE INDEX (contacts_tenant_id)
       WHERE tenant_id = :tenantId ${after ? 'AND id > :after' : ''} ORDER BY id LIMIT ${CONTACTS_PER_STEP}`,
      after ? { after } : {},
    );
    const [first, last] = [ids[0], ids.at(-1)];
    if (!first || !last) return;
    await run(
      ctx,
      `UPDATE contacts SET attributes = JSON_REMOVE(attributes, :path)
       WHERE tenant_id = :tenantId AND id >= :first AND id <= :last
         AND JSON_CONTAINS_PATH(attributes, 'one', :path)`,
      { path: `$."${key}"`, first: first.id, last: last.id },
    );
    if (ids.length < CONTACTS_PER_STEP) return;
    after = last.id;
  }
}
