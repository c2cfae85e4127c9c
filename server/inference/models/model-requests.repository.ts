import type { Database } from '../../db/database.ts';
import type { ModelChoiceRow, ModelRequestRow } from '../../db/models/model-request.model.ts';

/** Returns all open requests, and the model to serve; null when none was chosen. */
export async function readRequests(
  db: Database,
): Promise<{ requests: ModelRequestRow[]; choice: ModelChoiceRow | null }> {
  const { modelRequest, modelChoice } = db.models;
  const requests = await db.callModel((transaction) => modelRequest.findAll({ transaction }));
  const choice = await db.callModel((transaction) => modelChoice.findOne({ transaction }));
  return { requests: requests.map((request) => request.get()), choice: choice?.get() ?? null };
}

/** Deletes a request that was carried out, unless a newer one has replaced it. */
export async function completeRequest(
  db: Database,
  { modelId, requestedAt }: ModelRequestRow,
): Promise<void> {
  const where = { modelId, requestedAt };
  await db.callModel((transaction) => db.models.modelRequest.destroy({ where, transaction }));
}
