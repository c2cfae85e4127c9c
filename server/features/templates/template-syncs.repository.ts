import { TenantQueries } from '../../kernel/tenancy/tenant-queries.ts';
import type { TemplateSyncRow } from './templates.presenter.ts';

/** Between two fetches that are asked for: management calls share 200 an hour. */
const GAP_SECONDS = 2;
export const EVERY_SECONDS = 60 * 60;

/** One row a tenant: when its templates were fetched, and when they are due again. */
export class TemplateSyncsRepository extends TenantQueries {
  async state(): Promise<TemplateSyncRow | null> {
    const [row] = await this.select<TemplateSyncRow>(
      `SELECT synced_at AS syncedAt, problem, problem_at AS problemAt,
         lease_token IS NOT NULL OR visible_at <= UTC_TIMESTAMP(3) + INTERVAL ${GAP_SECONDS} SECOND AS isDue
       FROM template_syncs WHERE tenant_id = :tenantId`,
    );
    return row ?? null;
  }

  /** Makes a fetch due soon; one that is running meanwhile is followed by another, for it may have begun too early. */
  async ask(): Promise<void> {
    await this.run(
      `INSERT INTO template_syncs (id, tenant_id, visible_at, asked_at)
       VALUES (:tenantId, :tenantId, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE asked_at = UTC_TIMESTAMP(3),
         visible_at = IF(lease_token IS NULL,
           LEAST(visible_at, GREATEST(UTC_TIMESTAMP(3),
             COALESCE(synced_at + INTERVAL ${GAP_SECONDS} SECOND, UTC_TIMESTAMP(3)))),
           visible_at)`,
    );
  }

  /** Ends a fetch that went well. False when its lease was lost: then nothing of it may be stored. */
  async succeed(token: Buffer, startedAt: Date): Promise<boolean> {
    return this.finish(
      token,
      `attempts = 0, synced_at = :startedAt, problem = NULL, problem_at = NULL,
       visible_at = IF(asked_at >= :startedAt, UTC_TIMESTAMP(3) + INTERVAL ${GAP_SECONDS} SECOND,
         UTC_TIMESTAMP(3) + INTERVAL ${EVERY_SECONDS} SECOND)`,
      { startedAt },
    );
  }

  /** Ends a fetch that did not; null is no problem, only nothing to fetch from. */
  async fail(token: Buffer, problem: string | null, nextSeconds: number): Promise<boolean> {
    return this.finish(
      token,
      `problem = :problem, problem_at = IF(:problem IS NULL, NULL, UTC_TIMESTAMP(3)),
       visible_at = UTC_TIMESTAMP(3) + INTERVAL ${Math.ceil(nextSeconds)} SECOND`,
      { problem: problem === null ? null : problem.slice(0, 500) },
    );
  }

  private async finish(token: Buffer, changes: string, bindings: Record<string, Date | string | null>) {
    const sql = `UPDATE template_syncs SET lease_token = NULL, ${changes}
      WHERE tenant_id = :tenantId AND lease_token = :token`;
    return (await this.run(sql, { ...bindings, token })) > 0;
  }
}
