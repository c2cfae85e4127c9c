import type { WorkerModels } from '../../../shared/domain/worker-models.ts';
import type { Config } from '../../config.ts';

/**
 * Why models cannot be changed from the dashboard, in words that say what to do; null when they can. A model
 * is the whole server's, so one workspace must not change it under another.
 */
export function whyNot(
  rule: Config['modelDownloads'],
  workspaces: number,
  workers: readonly WorkerModels[],
): string | null {
  if (rule === 'never') {
    return 'Whoever runs this server has set MODEL_DOWNLOADS=never: models are fetched there, with `npm run models:pull`.';
  }
  if (rule === 'one-workspace' && workspaces > 1) {
    return 'Several workspaces share this server and its model, so none of them may change it. Whoever runs the server can: with `npm run models:pull` and MODEL_PATH, or by starting it with MODEL_DOWNLOADS=always.';
  }
  const [first] = workers;
  if (!first) return 'No worker of the model is online. `npm start` runs one beside the server.';
  if (first.fixedBy === 'INFERENCE_UPSTREAM') {
    return 'Calls are forwarded to another engine (INFERENCE_UPSTREAM), which has its own models. Start without it to serve one from here.';
  }
  if (new Set(workers.map(({ place }) => place)).size > 1) {
    return 'Workers run on several machines. Put the model on each of them with `npm run models:pull`, and start them with the same MODEL_PATH.';
  }
  return null;
}
