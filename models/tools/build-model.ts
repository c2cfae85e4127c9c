import { buildRandom3bModel } from './random-3b-model.ts';
import { buildTinyModel } from './tiny-model.ts';

/** The models that can be made here, by the name by which `npm run models:build` knows them. */
export const BUILDABLE_MODELS: Readonly<Record<string, (path: string) => void>> = {
  tiny: buildTinyModel,
  'random-3b': buildRandom3bModel,
};
