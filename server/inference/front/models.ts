import { createHash } from 'node:crypto';
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

/** What this worker serves: one model, which may be changed for another. */
export function createModels(path: string) {
  let served = servedFrom(path);
  function find(wanted: string): ServedModel {
    if (wanted === served.id) return served;
    const message = `The model '${wanted}' is not served here. There is: ${served.id}.`;
    throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
  }
  return {
    get served() {
      return served;
    },
    use: (other: string): void => {
      served = servedFrom(other);
    },
    /** @throws {OpenAiError} 404 `model_not_found`, which says what there is. */
    find,
    list: () => ({ object: 'list', data: [show(served)] }),
    show: (wanted: string) => show(find(wanted)),
  };
}

function servedFrom(path: string): ServedModel {
  const id = modelIdOf(path);
  return {
    id,
    created: Math.floor(Date.now() / 1000),
    fingerprint: `fp_${createHash('sha256').update(id).digest('hex').slice(0, 12)}`,
    talksNonsense: id === TINY_MODEL_ID,
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
            "Random weights: its answers have no meaning. Get a real one on the dashboard's page Model, or with `npm run models:pull`.",
        }
      : {}),
  };
}
