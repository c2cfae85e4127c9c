import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { TINY_MODEL_ID } from '../../../models/tools/tiny-model.ts';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import { OpenAiError } from '../openai/openai-error.ts';
import { noModel } from './request-error.ts';

export interface ServedModel {
  id: string;
  created: number;
  fingerprint: string;
  /** True for the placeholder with random weights, whose answers have no meaning. */
  isTestModel: boolean;
}

export type Models = ReturnType<typeof createModels>;

/** Returns the id of a model file: its name without extension, such as `Qwen2.5-3B-Instruct-Q4_K_M`. */
export function modelIdOf(path: string): string {
  return basename(path).replace(/\.gguf$/i, '');
}

/** The name that means the served model, whichever it is. */
export const DEFAULT_MODEL = 'default';

interface OtherModels {
  isKnownModel?(id: string): boolean;
  /** The file of the model for embeddings, which is listed too. */
  embeddingModelPath?: string | undefined;
}

/**
 * Manages the model that this worker serves, which can be replaced by another. Null while none is chosen.
 * @param others `isKnownModel` returns whether a name is of a model that this server can serve. Requests for such a model, and for those
 * served before, get the answer of the one that is served now: clients keep the name that they were set up with.
 */
export function createModels(path: string | null, others: OtherModels = {}) {
  let served = path === null ? null : servedFrom(path);
  const { embeddingModelPath } = others;
  const embedding = embeddingModelPath ? servedFrom(embeddingModelPath) : null;
  const before = new Set<string>();
  function find(wanted: string): ServedModel {
    if (served === null) throw noModel(MODEL_REASONS.write('none_chosen'));
    if (
      wanted === served.id ||
      wanted === DEFAULT_MODEL ||
      before.has(wanted) ||
      others.isKnownModel?.(wanted)
    )
      return served;
    const message = `The model '${wanted}' is not served here. Available: ${served.id}. The name '${DEFAULT_MODEL}' always works.`;
    throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
  }
  return {
    get served() {
      return served;
    },
    use: (other: string): void => {
      if (served) before.add(served.id);
      served = servedFrom(other);
    },
    /** @throws {OpenAiError} 404 `model_not_found`, which lists the available models; 503 while there is none. */
    find,
    list: () => ({ object: 'list', data: [served, embedding].flatMap((one) => (one ? [show(one)] : [])) }),
    show: (wanted: string) => show(wanted === embedding?.id ? embedding : find(wanted)),
  };
}

function servedFrom(path: string): ServedModel {
  const id = modelIdOf(path);
  return {
    id,
    created: Math.floor(Date.now() / 1000),
    fingerprint: `fp_${createHash('sha256').update(id).digest('hex').slice(0, 12)}`,
    isTestModel: id === TINY_MODEL_ID,
  };
}

function show({ id, created, isTestModel }: ServedModel) {
  return {
    id,
    object: 'model',
    created,
    owned_by: 'switchboard',
    ...(isTestModel
      ? {
          description:
            'A placeholder with random weights: its answers have no meaning. Choose a model on the Model page of the dashboard.',
        }
      : {}),
  };
}
