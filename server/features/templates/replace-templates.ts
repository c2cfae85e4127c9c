import { isDeepStrictEqual } from 'node:util';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { newKey } from '../../kernel/ids.ts';
import type { TemplatesRepository } from './templates.repository.ts';

/** A template as a fetch brings it. */
export type FetchedTemplate = Pick<
  TemplateRow,
  | 'platformId'
  | 'name'
  | 'language'
  | 'status'
  | 'category'
  | 'previousCategory'
  | 'parameterFormat'
  | 'quality'
  | 'rejectedReason'
> & { components: Record<string, unknown>[] };

/**
 * Makes the stored list what a fetch found that began at `startedAt`: within one transaction, new ones are
 * added, changed ones changed, missing ones removed. What a notice has said since then stands.
 */
export async function replaceTemplates(
  repository: TemplatesRepository,
  found: readonly FetchedTemplate[],
  startedAt: Date,
  fold: (text: string) => string,
): Promise<void> {
  const rows = new Map((await repository.lockAll()).map((row) => [keyOf(row), row]));
  const kept: Buffer[] = [];
  for (const template of new Map(found.map((one) => [keyOf(one), one])).values()) {
    const row = rows.get(keyOf(template));
    rows.delete(keyOf(template));
    if (row && isFetchedSince(row, startedAt)) continue;
    if (row) {
      kept.push(row.id);
      await changeTo(repository, row, template, startedAt, fold);
    } else await add(repository, template, startedAt, fold);
  }
  await repository.noteSeen(kept, startedAt);
  const gone = [...rows.values()].filter(
    (row) => !isNoticedSince(row, startedAt) && !isFetchedSince(row, startedAt),
  );
  await repository.removeAll(gone.map((row) => row.id));
}

/**
 * Makes one stored template what a fetch of it alone found that began at `startedAt`. Within a transaction.
 * @returns the template afterwards; null when it has been removed meanwhile.
 */
export async function refreshTemplate(
  repository: TemplatesRepository,
  found: FetchedTemplate,
  startedAt: Date,
  fold: (text: string) => string,
): Promise<TemplateRow | null> {
  const row = await repository.lock(found.name, found.language);
  if (!row) return null;
  await changeTo(repository, row, found, startedAt, fold);
  await repository.noteSeen([row.id], startedAt);
  return repository.find(row.id);
}

async function changeTo(
  repository: TemplatesRepository,
  row: TemplateRow,
  { components, ...template }: FetchedTemplate,
  startedAt: Date,
  fold: (text: string) => string,
): Promise<void> {
  const { status, category, previousCategory, quality, rejectedReason } = row;
  const said = isNoticedSince(row, startedAt)
    ? { status, category, previousCategory, quality, rejectedReason }
    : {};
  const wanted = { ...template, ...said };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const isSame = names.every((name) => row[name] === wanted[name]);
  if (isSame && isDeepStrictEqual(asJson(row.components), components)) return;
  await repository.update(row.id, {
    ...wanted,
    components: JSON.stringify(components),
    searchText: searchTextOf({ ...template, components }, fold),
    updatedAt: new Date(),
  });
}

async function add(
  repository: TemplatesRepository,
  template: FetchedTemplate,
  startedAt: Date,
  fold: (text: string) => string,
): Promise<void> {
  const now = new Date();
  await repository.insert({
    ...template,
    id: newKey(),
    components: JSON.stringify(template.components),
    searchText: searchTextOf(template, fold),
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

/** Whether it was fetched on its own, and successfully, after the fetch of the list began. */
function isFetchedSince({ checkedAt, seenAt }: TemplateRow, startedAt: Date): boolean {
  const began = startedAt.getTime();
  return checkedAt !== null && checkedAt.getTime() > began && seenAt.getTime() > began;
}

function searchTextOf({ name, components }: FetchedTemplate, fold: (text: string) => string): string {
  const texts = components.map((one) => (typeof one.text === 'string' ? one.text : ''));
  // Names are searched as people say them, too: "order update".
  return [name, name.replaceAll('_', ' '), ...texts].map(fold).join('\n').slice(0, 16_000);
}

function keyOf({ name, language }: Pick<TemplateRow, 'name' | 'language'>): string {
  return `${name}\n${language}`;
}
