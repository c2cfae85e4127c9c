import type { AssistFeature } from '../../../../shared/domain/assist/features.ts';
import { MODEL_FEATURES, type ModelFeature } from '../../../../shared/domain/assist/qualification.ts';
import { servedModel } from '../../../features/inference/index.ts';
import type { Context } from '../../../kernel/context/context.ts';
import { findQualification } from './qualifications.repository.ts';

/**
 * Returns the features that are not offered with the model that is served now. Before a model was qualified, all are
 * offered: a person sees each text before it is sent.
 */
export async function notOffered(ctx: Pick<Context, 'db' | 'tx'>): Promise<ModelFeature[]> {
  const served = await servedModel(ctx);
  if (!served?.digest) return [];
  const result = (await findQualification(ctx, served.digest))?.result;
  return result ? MODEL_FEATURES.filter((name) => result.features[name]?.isOffered === false) : [];
}

/** Returns whether a feature is offered with the model that is served now. */
export async function isOffered(ctx: Pick<Context, 'db' | 'tx'>, feature: AssistFeature): Promise<boolean> {
  return !(await notOffered(ctx)).some((name) => name === feature);
}
