import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { insertTuples, run, select } from '../../kernel/tenancy/rows.ts';
import type { Attributes } from './contact-view.ts';
import { type AttributeRange, boundsOf, indexOfRange, isInRange } from './list/contact-conditions.sql.ts';

/**
 * The values of contacts in custom fields, one row each, so that a list can be filtered by them (decision 0290). A
 * contact's own column has the same values; the deletion of a contact deletes its rows here.
 */

type WithAttributes = Pick<ContactRow, 'id' | 'attributes'>;

/** Rows of one INSERT. */
const ROWS_AT_ONCE = 500;

/** Stores the values of new contacts. */
export async function addAttributeRows(
  ctx: QueryContext,
  contacts: readonly WithAttributes[],
): Promise<void> {
  await insertTuples(
    ctx,
    'INSERT INTO contact_attributes (tenant_id, field_key, value, number, contact_id)',
    contacts.flatMap(({ id, attributes }) =>
      Object.entries(valuesOf(attributes)).map(([key, value]) => [
        ...[key, String(value), typeof value === 'number' ? value : null, id],
      ]),
    ),
    { atOnce: ROWS_AT_ONCE, onDuplicate: 'contact_id = contact_attributes.contact_id' },
  );
}

/** Brings the rows of a contact, whose own row is locked, from the values that it had to those that it has. */
export async function changeAttributeRows(
  ctx: QueryContext,
  before: WithAttributes,
  after: Pick<ContactRow, 'attributes'>,
): Promise<void> {
  const [had, has] = [valuesOf(before.attributes), valuesOf(after.attributes)];
  const dropped = Object.keys(had).filter((key) => had[key] !== has[key]);
  if (dropped.length > 0)
    await run(
      ctx,
      `DELETE FROM contact_attributes
       WHERE tenant_id = :tenantId AND contact_id = :id AND field_key IN (:dropped)`,
      { id: before.id, dropped },
    );
  const added = Object.fromEntries(Object.entries(has).filter(([key, value]) => had[key] !== value));
  await addAttributeRows(ctx, [{ id: before.id, attributes: added }]);
}

/** Returns whether at most so many contacts have a value of a range. */
export async function isRangeOfFew(ctx: QueryContext, range: AttributeRange, max: number): Promise<boolean> {
  const [counted] = await select<{ contacts: number }>(
    ctx,
    `SELECT COUNT(*) AS contacts FROM (
       SELECT 1 FROM contact_attributes t FORCE INDEX (${indexOfRange(range)})
       WHERE t.tenant_id = :tenantId AND t.field_key = :key AND ${isInRange('t', range)}
       LIMIT ${Math.trunc(max) + 1}) found`,
    { key: range.key, ...boundsOf(range) },
  );
  return Number(counted?.contacts) <= max;
}

/** Deletes some of the rows of a field; returns how many. */
export function dropAttributeRows(ctx: QueryContext, key: string, limit: number): Promise<number> {
  return run(
    ctx,
    `DELETE FROM contact_attributes WHERE tenant_id = :tenantId AND field_key = :key LIMIT ${Math.trunc(limit)}`,
    { key },
  );
}

function valuesOf(attributes: unknown): Attributes {
  return asJson<Attributes | null>(attributes ?? null) ?? {};
}
