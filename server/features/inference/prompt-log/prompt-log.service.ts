import {
  type OpenedPrompt,
  PROMPT_LOG_DAYS,
  type PromptLogEntry,
  type PromptLogSettings,
} from '../../../../shared/contract/prompt-log.contract.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { RecordAudit } from '../../../kernel/audit/audit.ts';
import type { Author } from '../../../kernel/auth/author.ts';
import type { Cursors } from '../../../kernel/http/cursor.ts';
import { decodeId, encodeId, tryDecodeId } from '../../../kernel/ids.ts';
import type { UnitOfWork } from '../../../kernel/outbox/unit-of-work.ts';
import type { TenantScope } from '../../../kernel/tenancy/tenant-scope.ts';
import { type PromptLogLine, PromptLogRepository } from './prompt-log.repository.ts';

export interface PromptLogDeps {
  database: Database;
  cursors: Cursors;
  inUnitOfWork: UnitOfWork;
  recordAudit: RecordAudit;
}

export type PromptLogService = ReturnType<typeof createPromptLogService>;

const NOTHING: PromptLogSettings = { keeps: false, days: PROMPT_LOG_DAYS.usual };

export function createPromptLogService({ database, cursors, inUnitOfWork, recordAudit }: PromptLogDeps) {
  return {
    async settings(scope: TenantScope) {
      const repository = new PromptLogRepository(database, scope);
      return { ...((await repository.choice()) ?? NOTHING), kept: await repository.count(new Date()) };
    },

    async change(scope: TenantScope, author: Author, choice: PromptLogSettings): Promise<PromptLogSettings> {
      await inUnitOfWork(scope, async (work) => {
        await new PromptLogRepository(database, scope, work.tx).choose(choice);
        const label = choice.keeps ? `kept for ${choice.days} days` : 'not kept';
        const target = { kind: 'prompt_log' as const, id: scope.tenantId, label };
        await recordAudit(work, scope, { action: 'prompt_log.changed', target, by: author });
      });
      return choice;
    },

    async list(scope: TenantScope, query: { limit: number; cursor?: string | undefined }) {
      const name = ['prompt-log', scope.tenantId];
      const [after] = query.cursor ? cursors.read(name, query.cursor) : [];
      const before = after === undefined ? null : decodeId(String(after));
      const repository = new PromptLogRepository(database, scope);
      const rows = await repository.list(before, query.limit + 1, new Date());
      const data = rows.slice(0, query.limit).map(present);
      const last = rows.length > query.limit ? data.at(-1) : undefined;
      return { data, nextCursor: last ? cursors.write(name, [last.id]) : null };
    },

    /** @throws {AppError} prompt_log_entry_not_found */
    async get(scope: TenantScope, id: string): Promise<OpenedPrompt> {
      const key = tryDecodeId('promptLogEntry', id);
      const row = key && (await new PromptLogRepository(database, scope).find(key, new Date()));
      if (!row) throw new AppError('prompt_log_entry_not_found');
      return { ...present(row), prompt: row.prompt, answer: row.answer };
    },

    async clear(scope: TenantScope, author: Author): Promise<{ deleted: number }> {
      return inUnitOfWork(scope, async (work) => {
        const deleted = await new PromptLogRepository(database, scope, work.tx).clear();
        const target = { kind: 'prompt_log' as const, id: scope.tenantId, label: `${deleted} entries` };
        await recordAudit(work, scope, { action: 'prompt_log.cleared', target, by: author });
        return { deleted };
      });
    },
  };
}

function present(row: PromptLogLine): PromptLogEntry {
  const { keyName, userName } = row;
  return {
    id: encodeId('promptLogEntry', row.id),
    askedAt: row.askedAt.toISOString(),
    by: row.keyId ? { kind: 'key', name: keyName ?? '' } : { kind: 'user', name: userName ?? '' },
    model: row.model,
    promptTokens: row.promptTokens,
    completionTokens: row.completionTokens,
    durationMs: row.durationMs,
    finishReason: row.finishReason,
  };
}
