import type { ModelWish } from '../../../shared/domain/worker-models.ts';
import type { Database } from '../../db/database.ts';

/** What the dashboard wants of a model: that it is here, or gone. */
export interface Wish {
  modelId: string;
  wish: ModelWish;
  wishedAt: Date;
}

/** Everything that is wanted, and the model to serve; null when nobody has chosen. */
export async function readWishes(
  database: Database,
): Promise<{ wishes: Wish[]; choice: { modelId: string; chosenAt: Date } | null }> {
  const wishes = await database.select<Wish>(
    'SELECT model_id AS modelId, wish, wished_at AS wishedAt FROM model_wishes',
  );
  const [choice] = await database.select<{ modelId: string; chosenAt: Date }>(
    'SELECT model_id AS modelId, chosen_at AS chosenAt FROM model_choice WHERE id = 1',
  );
  return { wishes, choice: choice ?? null };
}

/** A wish has come true; one that was made meanwhile stays. */
export async function fulfil(database: Database, { modelId, wishedAt }: Wish): Promise<void> {
  await database.run('DELETE FROM model_wishes WHERE model_id = :modelId AND wished_at = :wishedAt', {
    modelId,
    wishedAt,
  });
}
