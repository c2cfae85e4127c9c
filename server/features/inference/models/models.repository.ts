import type { ModelRequest, WorkerModels } from '../../../../shared/domain/worker-models.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { asJson } from '../../../db/define-model.ts';

/** A worker whose row is older than this is offline. */
const SILENCE_SECONDS = 4;

/** What was requested of models, and how they are on the workers. None of these rows belongs to a workspace. */
export class ModelsRepository {
  private readonly database: Database;
  private readonly tx: Transaction | undefined;

  constructor(database: Database, tx?: Transaction) {
    this.database = database;
    this.tx = tx;
  }

  async requests(): Promise<ReadonlyMap<string, ModelRequest>> {
    const sql = 'SELECT model_id AS modelId, request FROM model_requests';
    const rows = await this.database.select<{ modelId: string; request: ModelRequest }>(sql, {}, this.tx);
    return new Map(rows.map(({ modelId, request }) => [modelId, request]));
  }

  async request(modelId: string, request: ModelRequest): Promise<void> {
    await this.database.run(
      `INSERT INTO model_requests (model_id, request, requested_at) VALUES (:modelId, :request, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE request = VALUES(request), requested_at = VALUES(requested_at)`,
      { modelId, request },
      this.tx,
    );
  }

  /** Returns whether there was such a request. */
  async withdraw(modelId: string, request: ModelRequest): Promise<boolean> {
    const sql = 'DELETE FROM model_requests WHERE model_id = :modelId AND request = :request';
    return (await this.database.run(sql, { modelId, request }, this.tx)) > 0;
  }

  async choice(): Promise<string | null> {
    const sql = 'SELECT model_id AS modelId FROM model_choice WHERE id = 1';
    const [row] = await this.database.select<{ modelId: string }>(sql, {}, this.tx);
    return row?.modelId ?? null;
  }

  async choose(modelId: string): Promise<void> {
    await this.database.run(
      `INSERT INTO model_choice (id, model_id, chosen_at) VALUES (1, :modelId, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE model_id = VALUES(model_id), chosen_at = VALUES(chosen_at)`,
      { modelId },
      this.tx,
    );
  }

  /** The folder of models of each online worker, the one that runs longest first. */
  async workers(): Promise<WorkerModels[]> {
    const rows = await this.database.select<{ status: unknown }>(
      `SELECT status FROM inference_workers
       WHERE seen_at > UTC_TIMESTAMP(3) - INTERVAL :seconds SECOND ORDER BY started_at`,
      { seconds: SILENCE_SECONDS },
      this.tx,
    );
    return rows.flatMap(({ status }) => asJson<{ models?: WorkerModels }>(status).models ?? []);
  }

  async workspaces(): Promise<number> {
    const sql = 'SELECT COUNT(*) AS count FROM tenants';
    const [row] = await this.database.select<{ count: number }>(sql, {}, this.tx);
    return Number(row?.count ?? 0);
  }
}
