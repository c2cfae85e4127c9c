import type { TemplateRow } from '../../db/models/template.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { deleteRows, findRow, findRows, Op, run, select, updateRows } from '../../kernel/tenancy/rows.ts';

/** What a list is narrowed to; `search` is a LIKE pattern on the folded texts. */
export interface TemplateFilter {
  search: string | null;
  status: string | null;
  language: string | null;
}

/** Where a page begins: after so many, or behind a template. */
export type TemplatePlace = { offset: number } | { after: { name: string; language: string } };

const COLUMNS = `id, tenant_id AS tenantId, platform_id AS platformId, name, language, status, category,
  previous_category AS previousCategory, parameter_format AS parameterFormat, quality,
  rejected_reason AS rejectedReason, components, search_text AS searchText, status_time AS statusTime,
  quality_time AS qualityTime, category_time AS categoryTime, noticed_at AS noticedAt, seen_at AS seenAt,
  last_sent_at AS lastSentAt, checked_at AS checkedAt, created_at AS createdAt, updated_at AS updatedAt`;

/** Of one workspace: below the 5,000 management calls an hour that the platform allows an active account. */
const CHECKS_PER_MINUTE = 10;

/** A template that the platform has deleted stays until the next fetch, and is in no list. */
const IS_THERE = `tenant_id = :tenantId AND status <> 'DELETED'`;

/** Returns a page of the templates that match, by name, then language. */
export function templatePage(
  ctx: QueryContext,
  filter: TemplateFilter,
  place: TemplatePlace,
  limit: number,
): Promise<TemplateRow[]> {
  const behind =
    'after' in place ? 'AND (name > :afterName OR (name = :afterName AND language > :afterLanguage))' : '';
  const offset = 'offset' in place ? `OFFSET ${Math.trunc(place.offset)}` : '';
  return select<TemplateRow>(
    ctx,
    `SELECT ${COLUMNS} FROM templates WHERE ${IS_THERE} ${conditions(filter)} ${behind}
     ORDER BY name, language LIMIT ${Math.trunc(limit)} ${offset}`,
    {
      ...bindings(filter),
      ...('after' in place ? { afterName: place.after.name, afterLanguage: place.after.language } : {}),
    },
  );
}

/** Returns how many templates match. */
export async function countTemplates(ctx: QueryContext, filter: TemplateFilter): Promise<number> {
  const [row] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM templates WHERE ${IS_THERE} ${conditions(filter)}`,
    bindings(filter),
  );
  return row?.count ?? 0;
}

/** Returns one template; null when there is none with this id. */
export function findTemplate(ctx: QueryContext, id: Buffer): Promise<TemplateRow | null> {
  return findRow(ctx, 'template', { where: { id, status: { [Op.ne]: 'DELETED' } } });
}

/** Returns the template with this name in this language; null when there is none. SQL, because sends ask this. */
export async function findTemplateByName(
  ctx: QueryContext,
  name: string,
  language: string,
): Promise<TemplateRow | null> {
  const [row] = await select<TemplateRow>(
    ctx,
    `SELECT ${COLUMNS} FROM templates WHERE ${IS_THERE} AND name = :name AND language = :language`,
    { name, language },
  );
  return row ?? null;
}

/** Returns one template, deleted or not, and holds it for a change until the transaction ends. */
export function lockTemplate(ctx: QueryContext, name: string, language: string): Promise<TemplateRow | null> {
  return findRow(ctx, 'template', { where: { name, language }, isLocked: true });
}

/** Returns all templates, deleted ones too, and holds them until the transaction ends. */
export function lockTemplates(ctx: QueryContext): Promise<TemplateRow[]> {
  return findRows(ctx, 'template', { isLocked: true });
}

/** Stores that a fetch which began at `seenAt` has found them. */
export async function markTemplatesSeen(
  ctx: QueryContext,
  ids: readonly Buffer[],
  seenAt: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await updateRows(ctx, 'template', { id: { [Op.in]: [...ids] } }, { seenAt });
}

/** Deletes these templates. */
export async function deleteTemplates(ctx: QueryContext, ids: readonly Buffer[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteRows(ctx, 'template', { id: { [Op.in]: [...ids] } });
}

/**
 * Stores that a template was sent: to the minute, so that many sends of one do not wait for each other. Returns the
 * template where that changed it, else null.
 */
export async function markTemplateSent(ctx: QueryContext, id: Buffer): Promise<TemplateRow | null> {
  const changed = await run(
    ctx,
    `UPDATE templates SET last_sent_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND id = :id
       AND (last_sent_at IS NULL OR last_sent_at < UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE)`,
    { id },
  );
  return changed > 0 ? findTemplate(ctx, id) : null;
}

/**
 * Claims the right to fetch one template on its own: once a minute for each, ten times a minute for all of the
 * workspace. Returns false when that is used up.
 */
export async function claimTemplateCheck(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const [recent] = await select<{ count: number }>(
    ctx,
    `SELECT COUNT(*) AS count FROM templates
     WHERE tenant_id = :tenantId AND checked_at > UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE`,
  );
  if ((recent?.count ?? 0) >= CHECKS_PER_MINUTE) return false;
  const changed = await run(
    ctx,
    `UPDATE templates SET checked_at = UTC_TIMESTAMP(3) WHERE tenant_id = :tenantId AND id = :id
       AND (checked_at IS NULL OR checked_at <= UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE)`,
    { id },
  );
  return changed > 0;
}

/** Returns the database's time, by which fetches and notices are compared. */
export async function databaseTime(ctx: QueryContext): Promise<Date> {
  const [row] = await select<{ now: Date }>(ctx, 'SELECT UTC_TIMESTAMP(3) AS now');
  if (!row) throw new Error('the database returned no time');
  return row.now;
}

function conditions({ search, status, language }: TemplateFilter): string {
  return [
    search === null ? '' : 'AND search_text LIKE :search',
    status === null ? '' : 'AND status = :status',
    language === null ? '' : 'AND language = :language',
  ].join(' ');
}

function bindings(filter: TemplateFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
