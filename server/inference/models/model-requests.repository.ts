import type { ModelRequest } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';

/** A request from the dashboard for one model. */
export interface OpenRequest {
  modelId: string;
  request: ModelRequest;
  requestedAt: Date;
}

/** Returns all open requests, and the model to serve; null when none was chosen. */
export async function readRequests(
  db: Database,
): Promise<{ requests: OpenRequest[]; choice: { modelId: string; chosenAt: Date } | null }> {
  const requests = await db.select<OpenRequest>(
    'SELECT model_id AS modelId, request, requested_at AS requestedAt FROM model_requests',
  );
  const [choice] = await db.select<{ modelId: string; chosenAt: Date }>(
    'SELECT model_id AS modelId, chosen_at AS chosenAt FROM model_choice WHERE id = 1',
  );
  return { requests, choice: choice ?? null };
}

/** Deletes a request that was carried out, unless a newer one has replaced it. */
export async function completeRequest(db: Database, { modelId, requestedAt }: OpenRequest): Promise<void> {
  const sql = 'DELETE FROM model_requests WHERE model_id = :modelId AND requested_at = :requestedAt';
  await db.run(sql, { modelId, requestedAt });
}
