import type { ModelRequest } from '../../../../shared/domain/worker-models.ts';
import type { QueryContext } from '../../../kernel/context/context.ts';

/** Models are the server's: none of their rows belongs to a workspace. */
type ModelsContext = Pick<QueryContext, 'db' | 'tx'>;

/** Returns what was requested of models and is not done yet, by the model's id. */
export async function openModelRequests({
  db,
  tx,
}: ModelsContext): Promise<ReadonlyMap<string, ModelRequest>> {
  const rows = await db.callModel((transaction) => db.models.modelRequest.findAll({ transaction }), tx);
  return new Map(rows.map((row) => row.get()).map(({ modelId, request }) => [modelId, request]));
}

/** Writes what is requested of a model, in the place of an earlier request. */
export async function requestOfModel(
  { db, tx }: ModelsContext,
  modelId: string,
  request: ModelRequest,
): Promise<void> {
  await db.run(
    `INSERT INTO model_requests (model_id, request, requested_at) VALUES (:modelId, :request, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE request = VALUES(request), requested_at = VALUES(requested_at)`,
    { modelId, request },
    tx,
  );
}

/** Deletes a request that the workers have not carried out. */
export async function withdrawModelRequest(
  { db, tx }: ModelsContext,
  modelId: string,
  request: ModelRequest,
): Promise<void> {
  const where = { modelId, request };
  await db.callModel((transaction) => db.models.modelRequest.destroy({ where, transaction }), tx);
}

/** Returns the id of the model that was chosen; null when none was. */
export async function chosenModel({ db, tx }: ModelsContext): Promise<string | null> {
  const choice = await db.callModel((transaction) => db.models.modelChoice.findOne({ transaction }), tx);
  return choice?.get().modelId ?? null;
}

/** Chooses the model that workers serve. */
export async function chooseModel({ db, tx }: ModelsContext, modelId: string): Promise<void> {
  await db.run(
    `INSERT INTO model_choice (id, model_id, chosen_at) VALUES (1, :modelId, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE model_id = VALUES(model_id), chosen_at = VALUES(chosen_at)`,
    { modelId },
    tx,
  );
}

/** Returns how many workspaces share the server. Demos do not count: they hold sample data only. */
export async function countWorkspaces({ db, tx }: ModelsContext): Promise<number> {
  const [row] = await db.select<{ workspaces: number }>(
    'SELECT COUNT(*) AS workspaces FROM tenants t LEFT JOIN demo_workspaces d ON d.id = t.id WHERE d.id IS NULL',
    {},
    tx,
  );
  return Number(row?.workspaces ?? 0);
}
