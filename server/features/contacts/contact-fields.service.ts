import { z } from 'zod';
import type { ContactField } from '../../../shared/contract/contact-fields.contract.ts';
import type { PutContact } from '../../../shared/contract/contacts.contract.ts';
import { CONTACT_FIELDS_MAX } from '../../../shared/domain/contact-status.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactFieldRow } from '../../db/models/contact-field.model.ts';
import type { ChangeContext, Context, QueryContext, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob, type JobHandler } from '../../kernel/queue/jobs.ts';
import { deleteRow, findRow, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { dropAttributeRows } from './contact-attributes.repository.ts';
import { dropValues, fieldsOf } from './contact-fields.repository.ts';
import type { Attributes } from './contact-view.ts';
import type { AttributeRange } from './list/contact-conditions.sql.ts';

const DROP = 'drop-contact-field';
const ROWS_AT_ONCE = 1_000;

/** Returns the custom fields of the workspace, by name. */
export async function listFields(ctx: Context): Promise<{ data: ContactField[] }> {
  return { data: (await fieldsOf(ctx)).map(presentField) };
}

/** Creates a field. @throws {AppError} contact_field_key_taken; contact_field_limit_reached. */
export function createField(
  ctx: Context,
  given: Omit<ContactField, 'id' | 'options'> & { options?: string[] | undefined },
): Promise<ContactField> {
  return inTransaction(ctx, async (ctx) => {
    const { key, name, type, options = [] } = given;
    requireOptions(type, options);
    const row = {
      ...{ id: newKey(), fieldKey: key, name, type, options: JSON.stringify(options) },
      ...{ createdAt: ctx.clock.now(), removedAt: null },
    };
    try {
      await insertRow(ctx, 'contactField', row);
    } catch (error) {
      if (!isDuplicate(error, 'contact_fields_key')) throw error;
      throw new AppError('contact_field_key_taken', {
        details: [{ path: 'key', message: 'belongs to another field' }],
      });
    }
    limitRows(ctx, 'contactField', { max: CONTACT_FIELDS_MAX, code: 'contact_field_limit_reached' });
    return record(ctx, row, 'created');
  });
}

/** Changes the name or the choices of a field. @throws {AppError} contact_field_not_found */
export function changeField(
  ctx: Context,
  id: string,
  { name, options }: { name?: string | undefined; options?: string[] | undefined },
): Promise<ContactField> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockField(ctx, id);
    if (options) requireOptions(before.type, options);
    const changes = { name: name ?? before.name, ...(options && { options: JSON.stringify(options) }) };
    await updateRow(ctx, 'contactField', before.id, changes);
    return record(ctx, { ...before, ...changes }, 'changed');
  });
}

/** Removes a field; a job deletes its values. @throws {AppError} contact_field_not_found */
export async function removeField(
  ctx: Context,
  wakeJobs: () => void,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await inTransaction(ctx, async (ctx) => {
    const { db, scope, tx, clock } = ctx;
    const row = await lockField(ctx, id);
    await updateRow(ctx, 'contactField', row.id, { removedAt: clock.now() });
    await enqueueJob(db, scope, tx, DROP, { id: row.id.toString('hex'), key: row.fieldKey });
    await ctx.audit({
      action: 'contact_field.removed',
      target: { kind: 'contact_field', id, label: row.name },
    });
    ctx.record('contact_field.changed', { id, field: null });
  });
  wakeJobs();
  return { id, deleted: true };
}

/** Returns the handler of the job that deletes what contacts have in a removed field, and then the field. */
export function dropFieldJob({ db }: Pick<Resources, 'db'>): JobHandler {
  return {
    kind: DROP,
    isDeletion: true,
    failAfterSeconds: Number.POSITIVE_INFINITY,
    run: async (scope, { id = '', key = '' }) => {
      const ctx = { db, scope };
      await dropValues(ctx, key);
      while ((await dropAttributeRows(ctx, key, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
      await deleteRow(ctx, 'contactField', Buffer.from(id, 'hex'));
    },
  };
}

/**
 * Returns the values of a contact after a change. Null removes a value, an empty text changes nothing, and numbers and
 * booleans may come as text, as form tools send them.
 * @throws {AppError} validation_failed for fields that there are not, and values that do not fit.
 */
export function changedAttributes(
  fields: readonly ContactFieldRow[],
  before: Attributes,
  given: NonNullable<PutContact['attributes']>,
): Attributes {
  const after: Record<string, string | number | boolean> = { ...before };
  const details: ErrorDetail[] = [];
  for (const [key, value] of Object.entries(given)) {
    const path = `attributes.${key}`;
    const field = fields.find(({ fieldKey }) => fieldKey === key);
    if (!field) details.push({ path, message: 'is not a custom field of this workspace' });
    else if (value === null) delete after[key];
    else if (value !== '') {
      const fit = fitting(field, value);
      if (typeof fit === 'object') details.push({ path, message: fit.problem });
      else after[key] = fit;
    }
  }
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return after;
}

/** What a filter names: a custom field with one of its values, or with those between two, each included. */
export type WantedAttribute = { key: string; value: string } | Omit<AttributeRange, 'isOfFew'>;

/**
 * Returns the field and the value or the range that a filter names, as values are stored.
 * @param text `key:value`, or `key:from..to` for numbers and dates, where one of the two may be missing.
 * @throws {AppError} validation_failed for a field that there is not, and for a value that it cannot have.
 */
export async function attributeToFind(ctx: QueryContext, text: string): Promise<WantedAttribute> {
  const at = text.indexOf(':');
  const [key, value] = [text.slice(0, at), text.slice(at + 1).trim()];
  const field = (await fieldsOf(ctx)).find(({ fieldKey }) => fieldKey === key);
  if (field && RANGED.has(field.type) && value.includes('..')) return rangeToFind(field, value);
  // A choice that was removed is still what some contacts have.
  const fit = field && (field.type === 'select' ? value : fitting(field, value));
  if (fit !== undefined && typeof fit !== 'object') return { key, value: String(fit) };
  const message = fit?.problem ?? 'is not a custom field of this workspace';
  throw new AppError('validation_failed', { details: [{ path: 'attribute', message }] });
}

const RANGED: ReadonlySet<string> = new Set(['number', 'date']);

function rangeToFind(field: ContactFieldRow, text: string): WantedAttribute {
  const at = text.indexOf('..');
  const bound = (part: string) => {
    if (part.trim() === '') return null;
    const fit = fitting(field, part.trim());
    if (typeof fit !== 'object') return fit as string | number;
    throw new AppError('validation_failed', { details: [{ path: 'attribute', message: fit.problem }] });
  };
  const [from, to] = [bound(text.slice(0, at)), bound(text.slice(at + 2))];
  const message =
    from === null && to === null
      ? 'must have a value before or after the two dots'
      : from !== null && to !== null && from > to
        ? 'must not begin after its end'
        : null;
  if (message) throw new AppError('validation_failed', { details: [{ path: 'attribute', message }] });
  return { key: field.fieldKey, kind: field.type === 'number' ? 'number' : 'date', from, to };
}

/** Returns the fields for a change of contacts that gives attributes, which holds them; none for any other change. */
export async function fieldsFor(
  ctx: QueryContext,
  given: readonly Pick<PutContact, 'attributes'>[],
): Promise<ContactFieldRow[]> {
  return given.some(({ attributes }) => attributes) ? fieldsOf(ctx, { isHeld: true }) : [];
}

function fitting(
  { type, options }: ContactFieldRow,
  value: string | number | boolean,
): string | number | boolean | { problem: string } {
  switch (type) {
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : { problem: 'must be a number' };
    }
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      return typeof value === 'boolean' ? value : { problem: 'must be true or false' };
    case 'date':
      return z.iso.date().safeParse(value).success ? value : { problem: 'must be a date, as in 2026-03-31' };
    case 'select':
      return asJson<string[]>(options).includes(String(value))
        ? String(value)
        : { problem: 'must be one of the choices of this field' };
    case 'text':
      return String(value);
  }
}

function requireOptions(type: ContactField['type'], options: readonly string[]): void {
  if ((type === 'select') === options.length > 0) return;
  const message = type === 'select' ? 'must not be empty' : 'must be left out: only a select has choices';
  throw new AppError('validation_failed', { details: [{ path: 'options', message }] });
}

async function record(
  ctx: ChangeContext,
  row: Omit<ContactFieldRow, 'tenantId'>,
  what: 'created' | 'changed',
): Promise<ContactField> {
  const field = presentField(row);
  const { id, name: label } = field;
  await ctx.audit({ action: `contact_field.${what}`, target: { kind: 'contact_field', id, label } });
  ctx.record('contact_field.changed', { id, field });
  return field;
}

async function lockField(ctx: QueryContext, id: string): Promise<ContactFieldRow> {
  const key = tryDecodeId('contactField', id);
  const row =
    key && (await findRow(ctx, 'contactField', { where: { id: key, removedAt: null }, isLocked: true }));
  if (!row) throw new AppError('contact_field_not_found');
  return row;
}

function presentField(row: Omit<ContactFieldRow, 'tenantId'>): ContactField {
  const { fieldKey: key, name, type } = row;
  return { id: encodeId('contactField', row.id), key, name, type, options: asJson<string[]>(row.options) };
}
