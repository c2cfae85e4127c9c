import type { ModelWish, WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { asJson } from '../../db/define-model.ts';

/** Longer than a worker may say nothing and still be there. */
const SILENCE_SECONDS = 4;

/** What is wanted of models, and what workers say of them. No row of these belongs to a workspace. */
export class ModelsRepository {
  private readonly database: Database;
  private readonly tx: Transaction | undefined;

  constructor(database: Database, tx?: Transaction) {
    this.database = database;
    this.tx = tx;
  }

  async wishes(): Promise<ReadonlyMap<string, ModelWish>> {
    const sql = 'SELECT model_id AS modelId, wish FROM model_wishes';
    const rows = await this.database.select<{ modelId: string; wish: ModelWish }>(sql, {}, this.tx);
    return new Map(rows.map(({ modelId, wish }) => [modelId, wish]));
  }

  async wish(modelId: string, wish: ModelWish): Promise<void> {
    await this.database.run(
      `INSERT INTO model_wishes (model_id, wish, wished_at) VALUES (:modelId, :wish, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE wish = VALUES(wish), wished_at = VALUES(wished_at)`,
      { modelId, wish },
      this.tx,
    );
  }

  /** Answers whether there was such a wish. */
  async withdraw(modelId: string, wish: ModelWish): Promise<boolean> {
    const sql = 'DELETE FROM model_wishes WHERE model_id = :modelId AND wish = :wish';
    return (await this.database.run(sql, { modelId, wish }, this.tx)) > 0;
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

  /** What each worker that is online says of its folder, the one that runs longest first. */
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
