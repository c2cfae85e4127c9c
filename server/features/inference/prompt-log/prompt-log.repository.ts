import type { PromptLogRow } from '../../../db/models/prompt-log.model.ts';
import { TenantRepository } from '../../../kernel/tenancy/tenant-repository.ts';

export type PromptLogLine = Omit<PromptLogRow, 'tenantId' | 'expiresAt' | 'prompt' | 'answer'> & {
  keyName: string | null;
  userName: string | null;
};
export type OpenedPromptRow = PromptLogLine & Pick<PromptLogRow, 'prompt' | 'answer'>;

export interface PromptLogChoice {
  keeps: boolean;
  days: number;
}

const LINE = `l.id, l.key_id AS keyId, l.user_id AS userId, l.model, l.asked_at AS askedAt,
  l.duration_ms AS durationMs, l.prompt_tokens AS promptTokens, l.completion_tokens AS completionTokens,
  l.finish_reason AS finishReason, k.name AS keyName, u.name AS userName`;
const FROM = `FROM prompt_log l
  LEFT JOIN inference_keys k ON k.tenant_id = l.tenant_id AND k.id = l.key_id
  LEFT JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
  WHERE l.tenant_id = :tenantId AND l.expires_at > :now`;

export class PromptLogRepository extends TenantRepository<PromptLogRow> {
  protected readonly table = this.database.models.promptLog;

  /** What the workspace wants; null when it has never said. */
  async choice(): Promise<PromptLogChoice | null> {
    const sql = 'SELECT keeps, days FROM prompt_log_settings WHERE tenant_id = :tenantId';
    const [row] = await this.select<{ keeps: number; days: number }>(sql);
    return row ? { keeps: Boolean(row.keeps), days: row.days } : null;
  }

  async choose({ keeps, days }: PromptLogChoice): Promise<void> {
    await this.run(
      `INSERT INTO prompt_log_settings (tenant_id, keeps, days, changed_at)
       VALUES (:tenantId, :keeps, :days, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE keeps = VALUES(keeps), days = VALUES(days), changed_at = VALUES(changed_at)`,
      { keeps: keeps ? 1 : 0, days },
    );
    // A shorter time holds for what is kept already, a longer one too.
    await this.run(
      'UPDATE prompt_log SET expires_at = asked_at + INTERVAL :days DAY WHERE tenant_id = :tenantId',
      { days },
    );
  }

  /**
   * Keeps a call, if the workspace still wants that at this moment: the condition is part of the write.
   * @returns whether it was kept.
   */
  async keep(row: Omit<PromptLogRow, 'tenantId' | 'expiresAt'>): Promise<boolean> {
    const added = await this.run(
      `INSERT INTO prompt_log (id, tenant_id, key_id, user_id, model, asked_at, expires_at, duration_ms,
         prompt_tokens, completion_tokens, finish_reason, prompt, answer)
       SELECT :id, s.tenant_id, :keyId, :userId, :model, :askedAt, :askedAt + INTERVAL s.days DAY, :durationMs,
         :promptTokens, :completionTokens, :finishReason, :prompt, :answer
       FROM prompt_log_settings s WHERE s.tenant_id = :tenantId AND s.keeps = 1`,
      { ...row },
    );
    return added > 0;
  }

  /** Newest first, from behind `before`. */
  list(before: Buffer | null, limit: number, now: Date): Promise<PromptLogLine[]> {
    const after = before ? 'AND l.id < :before' : '';
    return this.select<PromptLogLine>(
      `SELECT ${LINE} ${FROM} ${after} ORDER BY l.id DESC LIMIT ${Math.trunc(limit)}`,
      before ? { before, now } : { now },
    );
  }

  async find(id: Buffer, now: Date): Promise<OpenedPromptRow | null> {
    const sql = `SELECT ${LINE}, l.prompt, l.answer ${FROM} AND l.id = :id`;
    const [row] = await this.select<OpenedPromptRow>(sql, { id, now });
    return row ?? null;
  }

  async count(now: Date): Promise<number> {
    const sql = 'SELECT COUNT(*) AS count FROM prompt_log WHERE tenant_id = :tenantId AND expires_at > :now';
    const [row] = await this.select<{ count: number }>(sql, { now });
    return Number(row?.count ?? 0);
  }

  clear(): Promise<number> {
    return this.run('DELETE FROM prompt_log WHERE tenant_id = :tenantId');
  }
}
