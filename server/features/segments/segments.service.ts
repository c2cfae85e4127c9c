import { isDeepStrictEqual } from 'node:util';
import type { ContactFilter } from '../../../shared/contract/contact-filter.ts';
import type { Segment } from '../../../shared/contract/public/segments.contract.ts';
import { SEGMENTS_MAX } from '../../../shared/domain/contacts/segments.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isDuplicate } from '../../db/database-errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { SegmentRow } from '../../db/models/segment.model.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { deleteRow, findRow, findRows, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';

/** Checks a filter before it is stored. @throws {AppError} validation_failed */
export type CheckFilter = (ctx: QueryContext, filter: ContactFilter) => Promise<void>;

/** Returns the segments, by name. */
export async function listSegments(ctx: Context): Promise<{ data: Segment[] }> {
  const rows = await findRows(ctx, 'segment', { order: [['name', 'ASC']], limit: SEGMENTS_MAX });
  return { data: rows.map(present) };
}

/** Returns a segment. @throws {AppError} segment_not_found */
export async function getSegment(ctx: QueryContext, id: string): Promise<Segment> {
  return present(await rowOf(ctx, id));
}

/** Creates a segment. @throws {AppError} segment_name_taken; segment_limit_reached; validation_failed. */
export async function createSegment(
  ctx: Context,
  check: CheckFilter,
  input: { name: string; filter: ContactFilter },
): Promise<Segment> {
  await check(ctx, input.filter);
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const row = { id: newKey(), name: input.name, filter: JSON.stringify(input.filter) };
    const stored = { ...row, createdAt: now, updatedAt: now };
    await withFreeName(() => insertRow(ctx, 'segment', stored));
    limitRows(ctx, 'segment', { max: SEGMENTS_MAX, code: 'segment_limit_reached' });
    const segment = present(stored);
    await audit(ctx, 'created', segment);
    ctx.record('segment.changed', { id: segment.id });
    ctx.setResponse(segment);
    return segment;
  });
}

/** Changes the given fields of a segment. @throws {AppError} segment_not_found; segment_name_taken; validation_failed. */
export async function updateSegment(
  ctx: Context,
  check: CheckFilter,
  id: string,
  input: { name?: string | undefined; filter?: ContactFilter | undefined },
): Promise<Segment> {
  if (input.filter) await check(ctx, input.filter);
  return inTransaction(ctx, async (ctx) => {
    const before = await rowOf(ctx, id, { isLocked: true });
    const changes = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.filter === undefined ? {} : { filter: JSON.stringify(input.filter) }),
    };
    const [old, segment] = [present(before), present({ ...before, ...changes, updatedAt: ctx.clock.now() })];
    if (isDeepStrictEqual({ ...segment, updatedAt: old.updatedAt }, old)) return old;
    await withFreeName(() =>
      updateRow(ctx, 'segment', before.id, { ...changes, updatedAt: new Date(segment.updatedAt) }),
    );
    await audit(ctx, 'changed', segment);
    ctx.record('segment.changed', { id: segment.id });
    return segment;
  });
}

/** Deletes a segment; no contact changes. @throws {AppError} segment_not_found */
export function removeSegment(ctx: Context, id: string): Promise<{ id: string; deleted: true }> {
  return inTransaction(ctx, async (ctx) => {
    const { id: key, name } = await rowOf(ctx, id, { isLocked: true });
    await deleteRow(ctx, 'segment', key);
    await audit(ctx, 'removed', { id, name });
    ctx.record('segment.changed', { id });
    return { id, deleted: true as const };
  });
}

function audit(
  ctx: ChangeContext,
  what: 'created' | 'changed' | 'removed',
  { id, name }: Pick<Segment, 'id' | 'name'>,
): Promise<void> {
  return ctx.audit({ action: `segment.${what}`, target: { kind: 'segment', id, label: name } });
}

async function rowOf(ctx: QueryContext, id: string, { isLocked = false } = {}): Promise<SegmentRow> {
  const key = tryDecodeId('segment', id);
  const row = key && (await findRow(ctx, 'segment', { where: { id: key }, isLocked }));
  if (!row) throw new AppError('segment_not_found');
  return row;
}

async function withFreeName(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicate(error, 'segments_name')) throw error;
    throw new AppError('segment_name_taken', {
      details: [{ path: 'name', message: 'belongs to another segment' }],
    });
  }
}

function present(row: Omit<SegmentRow, 'tenantId'>): Segment {
  return {
    id: encodeId('segment', row.id),
    name: row.name,
    filter: asJson<ContactFilter>(row.filter),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
