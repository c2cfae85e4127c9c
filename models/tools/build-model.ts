import { buildRandom3bModel } from './random-3b-model.ts';
import { buildTinyModel } from './tiny-model.ts';

/** The models that `npm run models:build` can build, by name. */
export const BUILDABLE_MODELS: Readonly<Record<string, (path: string) => void>> = {
  tiny: buildTinyModel,
  'random-3b': buildRandom3bModel,
};
