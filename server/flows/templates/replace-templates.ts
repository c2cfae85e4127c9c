import { isDeepStrictEqual } from 'node:util';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { foldForSearch } from '../../db/search-text.ts';
import {
  deleteTemplates,
  findTemplate,
  lockTemplate,
  lockTemplates,
  markTemplatesSeen,
} from '../../features/templates/index.ts';
import type { ChangeContext } from '../../kernel/context/context.ts';
import { newKey } from '../../kernel/ids.ts';
import { insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import type { PlatformTemplate } from '../../platform/message-templates.ts';

/**
 * Replaces the stored list with the result of a fetch that began at `startedAt`: adds, updates and deletes
 * templates. Changes by notices since then are kept.
 */
export async function replaceTemplates(
  ctx: ChangeContext,
  found: readonly PlatformTemplate[],
  startedAt: Date,
): Promise<void> {
  const rows = new Map((await lockTemplates(ctx)).map((row) => [keyOf(row), row]));
  const kept: Buffer[] = [];
  for (const template of new Map(found.map((one) => [keyOf(one), one])).values()) {
    const row = rows.get(keyOf(template));
    rows.delete(keyOf(template));
    if (row && isFetchedSince(row, startedAt)) continue;
    if (row) {
      kept.push(row.id);
      await changeTo(ctx, row, template, startedAt);
    } else await add(ctx, template, startedAt);
  }
  await markTemplatesSeen(ctx, kept, startedAt);
  const missing = [...rows.values()].filter(
    (row) => !isNoticedSince(row, startedAt) && !isFetchedSince(row, startedAt),
  );
  await deleteTemplates(
    ctx,
    missing.map((row) => row.id),
  );
}

/** Stores a template that was submitted at `startedAt`, or updates the stored one. Returns its row. */
export async function storeTemplate(
  ctx: ChangeContext,
  submitted: PlatformTemplate,
  startedAt: Date,
): Promise<TemplateRow> {
  const known = await lockTemplate(ctx, submitted.name, submitted.language);
  // What the platform has deleted keeps its row until the next fetch.
  if (known?.status === 'DELETED') await deleteTemplates(ctx, [known.id]);
  if (!known || known.status === 'DELETED') await add(ctx, submitted, startedAt);
  else await changeTo(ctx, known, submitted, startedAt);
  const row = await lockTemplate(ctx, submitted.name, submitted.language);
  if (!row) throw new Error('a template vanished while its row was locked');
  return row;
}

/**
 * Updates one stored template with the result of its own fetch that began at `startedAt`.
 * @returns the updated template; null when it has been deleted in the meantime.
 */
export async function refreshTemplate(
  ctx: ChangeContext,
  found: PlatformTemplate,
  startedAt: Date,
): Promise<TemplateRow | null> {
  const row = await lockTemplate(ctx, found.name, found.language);
  if (!row) return null;
  await changeTo(ctx, row, found, startedAt);
  await markTemplatesSeen(ctx, [row.id], startedAt);
  return findTemplate(ctx, row.id);
}

async function changeTo(
  ctx: ChangeContext,
  row: TemplateRow,
  { components, ...template }: PlatformTemplate,
  startedAt: Date,
): Promise<void> {
  const { status, category, previousCategory, quality, rejectedReason } = row;
  const noticed = isNoticedSince(row, startedAt)
    ? { status, category, previousCategory, quality, rejectedReason }
    : {};
  const wanted = { ...template, ...noticed };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const isSame = names.every((name) => row[name] === wanted[name]);
  if (isSame && isDeepStrictEqual(asJson(row.components), components)) return;
  await updateRow(ctx, 'template', row.id, {
    ...wanted,
    components: JSON.stringify(components),
    searchText: searchTextOf({ ...template, components }),
    updatedAt: ctx.clock.now(),
  });
}

async function add(ctx: ChangeContext, template: PlatformTemplate, startedAt: Date): Promise<void> {
  const now = ctx.clock.now();
  await insertRow(ctx, 'template', {
    ...template,
    id: newKey(),
    components: JSON.stringify(template.components),
    searchText: searchTextOf(template),
    statusTime: null,
    qualityTime: null,
    categoryTime: null,
    noticedAt: null,
    seenAt: startedAt,
    lastSentAt: null,
    checkedAt: null,
    createdAt: now,
    updatedAt: now,
  });
}

function isNoticedSince({ noticedAt }: TemplateRow, startedAt: Date): boolean {
  return noticedAt !== null && noticedAt.getTime() >= startedAt.getTime();
}

/** Whether the template was successfully fetched on its own after the fetch of the list began. */
function isFetchedSince({ checkedAt, seenAt }: TemplateRow, startedAt: Date): boolean {
  const began = startedAt.getTime();
  return checkedAt !== null && checkedAt.getTime() > began && seenAt.getTime() > began;
}

function searchTextOf({ name, components }: PlatformTemplate): string {
  const texts = components.map((one) => (typeof one.text === 'string' ? one.text : ''));
  // Names can also be searched as people write them: "order update".
  return [name, name.replaceAll('_', ' '), ...texts].map(foldForSearch).join('\n').slice(0, 16_000);
}

function keyOf({ name, language }: Pick<TemplateRow, 'name' | 'language'>): string {
  return `${name}\n${language}`;
}
