import type { ThreadMessage } from '../../../shared/contract/conversations.contract.ts';
import type { Template, TemplateSync } from '../../../shared/contract/templates.contract.ts';
import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { SentComponent } from '../../../shared/domain/template-check.ts';
import type { Database } from '../../db/database.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Cursors } from '../../kernel/http/cursor.ts';
import { paginationOf } from '../../kernel/http/pagination.ts';
import { tryDecodeId } from '../../kernel/ids.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { faultsOfSend } from './template-faults.ts';
import { TemplateSyncsRepository } from './template-syncs.repository.ts';
import { presentSync, presentTemplate } from './templates.presenter.ts';
import { TemplatesRepository } from './templates.repository.ts';

export interface TemplatesDeps {
  database: Database;
  cursors: Cursors;
  isConnected(scope: TenantScope): Promise<boolean>;
  /** The LIKE pattern that finds a term in folded texts. */
  searchPattern(term: string): string;
  wakeSync(): void;
  /** A flow: fetches one template afresh, at most once a minute; null when it did not. */
  recheck(scope: TenantScope, row: TemplateRow): Promise<TemplateRow | null>;
  /** A flow: an agent sends a template. */
  send(
    ctx: Context,
    conversationId: Buffer,
    input: { templateId: Buffer; components: readonly SentComponent[]; clientId: string },
  ): Promise<ThreadMessage>;
}

interface ListQuery {
  search?: string | undefined;
  status?: string | undefined;
  language?: string | undefined;
  page: number;
  limit: number;
  cursor?: string | undefined;
}

/** A refusal that rests on an older fetch than this asks for a new one. */
const FRESH_MS = 60_000;

export type TemplatesService = ReturnType<typeof createTemplatesService>;

export function createTemplatesService(deps: TemplatesDeps) {
  const { database, cursors } = deps;

  async function syncState(scope: TenantScope): Promise<TemplateSync> {
    return presentSync(await new TemplateSyncsRepository(database, scope).state());
  }

  async function ask(scope: TenantScope): Promise<void> {
    await new TemplateSyncsRepository(database, scope).ask();
    deps.wakeSync();
  }

  return {
    syncState,

    async list(scope: TenantScope, query: ListQuery) {
      const filter = {
        search: query.search ? deps.searchPattern(query.search) : null,
        status: query.status ?? null,
        language: query.language ?? null,
      };
      const list = ['templates', scope.tenantId, filter];
      const [name, language] = query.cursor ? cursors.read(list, query.cursor) : [];
      const place =
        name === undefined
          ? { offset: (query.page - 1) * query.limit }
          : { after: { name: String(name), language: String(language) } };
      const repository = new TemplatesRepository(database, scope);
      const [rows, total] = await Promise.all([
        repository.list(filter, place, query.limit + 1),
        repository.count(filter),
      ]);
      const data: Template[] = rows.slice(0, query.limit).map(presentTemplate);
      const last = rows.length > query.limit ? data.at(-1) : undefined;
      const nextCursor = last ? cursors.write(list, [last.name, last.language]) : null;
      // An account has 6,000 templates at most: counting them all is cheap.
      return { data, pagination: paginationOf(query, { total, isExact: true }, nextCursor) };
    },

    async sync(scope: TenantScope): Promise<TemplateSync> {
      if (!(await deps.isConnected(scope))) throw new AppError('channel_not_connected');
      await ask(scope);
      return syncState(scope);
    },

    /**
     * Returns what is wrong with a send through the API. Before it is refused, the template is fetched afresh, as it
     * may have been edited. A template that is not known here is the platform's to judge (decision 0217).
     */
    async faultsOf(
      scope: TenantScope,
      send: { templateName: string; templateLanguage: string; components: readonly SentComponent[] },
    ): Promise<ErrorDetail[]> {
      const repository = new TemplatesRepository(database, scope);
      const row = await repository.findByName(send.templateName, send.templateLanguage);
      if (!row) return [];
      const faults = faultsOfSend(row, send.components);
      if (faults.length === 0) return faults;
      const fresh = await deps.recheck(scope, row);
      if (fresh) return faultsOfSend(fresh, send.components);
      if (Date.now() - row.seenAt.getTime() > FRESH_MS) await ask(scope);
      return faults;
    },

    async send(
      ctx: Context,
      conversationId: string,
      input: { templateId: string; components: readonly SentComponent[]; clientId: string },
    ): Promise<ThreadMessage> {
      const conversation = tryDecodeId('conversation', conversationId);
      if (!conversation) throw new AppError('conversation_not_found');
      const templateId = tryDecodeId('template', input.templateId);
      if (!templateId) throw new AppError('template_not_found');
      return deps.send(ctx, conversation, { ...input, templateId });
    },
  };
}
