import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { containsName } from '../../db/search-text.ts';
import type { Context } from '../../kernel/context/context.ts';
import { paginationOf } from '../../kernel/http/pagination.ts';
import { findTemplateSync } from './template-syncs.repository.ts';
import { presentSync, presentTemplate } from './templates.presenter.ts';
import { countTemplates, templatePage } from './templates.repository.ts';

interface ListQuery {
  search?: string | undefined;
  status?: string | undefined;
  language?: string | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Returns a page of the templates, sorted by name, then language.
 * @throws {AppError} validation_failed for a cursor of another list.
 */
export async function listTemplates(ctx: Context, query: ListQuery) {
  const { cursors, scope } = ctx;
  const filter = {
    search: query.search ? containsName(query.search) : null,
    status: query.status ?? null,
    language: query.language ?? null,
  };
  const list = ['templates', scope.tenantId, filter];
  const [name, language] = query.cursor ? cursors.read(list, query.cursor) : [];
  const place =
    name === undefined
      ? { offset: (query.page - 1) * query.limit }
      : { after: { name: String(name), language: String(language) } };
  const [rows, total] = await Promise.all([
    templatePage(ctx, filter, place, query.limit + 1),
    countTemplates(ctx, filter),
  ]);
  const data: Template[] = rows.slice(0, query.limit).map(presentTemplate);
  const last = rows.length > query.limit ? data.at(-1) : undefined;
  const nextCursor = last ? cursors.write(list, [last.name, last.language]) : null;
  // An account has at most 6,000 templates, so counting them all is cheap.
  return { data, pagination: paginationOf(query, { total, isExact: true }, nextCursor) };
}

/** Returns when the templates were last fetched, and any problem since. */
export async function syncState(ctx: Context): Promise<TemplateSync> {
  return presentSync(await findTemplateSync(ctx));
}

/** Returns whether a template may be marketing: of one without a category on the platform, `UNKNOWN` is stored. */
export function mayBeMarketing({ category }: Pick<TemplateRow, 'category'>): boolean {
  return ['MARKETING', 'UNKNOWN'].includes(category);
}
