import { basename } from 'node:path';
import { TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import { OpenAiError } from '../openai/openai-error.ts';

export interface ServedModel {
  id: string;
  created: number;
  fingerprint: string;
  /** It is the tiny model that every installation has: what it says has no meaning. */
  talksNonsense: boolean;
}

export type Models = ReturnType<typeof createModels>;

/** The name under which a model file is served: `Qwen2.5-3B-Instruct-Q4_K_M.gguf` without its ending. */
export function modelIdOf(path: string): string {
  return basename(path).replace(/\.gguf$/i, '');
}

/** What this worker serves. */
export function createModels(path: string, startedAt = new Date()) {
  const id = modelIdOf(path);
  const served: ServedModel = {
    id,
    created: Math.floor(startedAt.getTime() / 1000),
    fingerprint: `fp_${Buffer.from(id).toString('hex').slice(0, 12)}`,
    talksNonsense: id === TINY_MODEL_ID,
  };
  return {
    served,
    /** @throws {OpenAiError} 404 `model_not_found`, which says what there is. */
    find: (wanted: string): ServedModel => {
      if (wanted === id) return served;
      const message = `The model '${wanted}' is not served here. There is: ${id}.`;
      throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
    },
    list: () => ({ object: 'list', data: [show(served)] }),
    show: (wanted: string) => show(createModels(path, startedAt).find(wanted)),
  };
}

function show({ id, created, talksNonsense }: ServedModel) {
  return {
    id,
    object: 'model',
    created,
    owned_by: 'switchboard',
    ...(talksNonsense
      ? {
          description:
            'Random weights: its answers have no meaning. Get a real model with `npm run models:pull`, or set MODEL_PATH.',
        }
      : {}),
  };
}
