import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { InferenceKeyActor } from '../../features/inference/keys/index.ts';
import { recordPrompt } from '../../features/inference/prompt-log/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import {
  EMBEDDED_TOKENS_MAX,
  type Embedder,
  EmbeddingError,
  type Embeddings,
} from '../engine-host/embedder.ts';
import type { RequestError } from '../engine-host/listener.ts';
import { invalidValue, OpenAiError, unsupported } from '../openai/openai-error.ts';
import { parsed } from '../openai/sampling.ts';
import { requestClassOf, requireModel } from './admission.ts';
import { stampTime } from './event-stream.ts';
import type { Metering } from './metering.ts';
import { DEFAULT_MODEL, modelIdOf } from './models.ts';
import { fullQueue, isCallerError, openAiErrorOf } from './request-error.ts';

/** Maximum number of texts in a request. */
const MAX_TEXTS = 2_048;

const EmbeddingsRequestSchema = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.unknown()).min(1)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).nullish(),
});

export interface EmbeddingsDeps {
  /** Null while no model for embeddings is set. */
  embedder: { runner: Embedder; modelPath: string } | null;
  metering: Metering;
  resources: Pick<Resources, 'db' | 'clock'>;
  /** Called when a speculative request is refused. */
  onShed(): void;
}

/** Answers `POST /v1/embeddings` for an authenticated key. */
export async function answerEmbeddings(
  { embedder, metering, resources, onShed }: EmbeddingsDeps,
  actor: InferenceKeyActor,
  req: Request,
  res: Response,
): Promise<void> {
  if (!embedder) {
    const message =
      'No model for embeddings is set on this server. An operator sets one with EMBEDDING_MODEL_PATH (a GGUF file, such as nomic-embed-text-v1.5).';
    throw new OpenAiError(404, 'embeddings_not_set_up', message);
  }
  const requestClass = requestClassOf(req, actor);
  const caller = { key: actor.id, tenant: actor.scope.tenantId, requestClass };
  if (embedder.runner.isFull(caller)) throw fullQueue(caller, onShed);
  const asked = readRequest(req.body, modelIdOf(embedder.modelPath));
  requireModel(actor, asked.model);
  const logged = asked.texts.map((content) => ({ role: 'user', content }));
  // Before the call is counted: it may fail, and nothing would undo the count.
  const record = await recordPrompt(resources, actor, asked.model, logged);
  const call = await metering.take(actor);
  const abort = new AbortController();
  res.on('close', () => abort.abort());
  const keep = (finishReason: string, promptTokens: number | null) =>
    record &&
    metering.write(() => record.end({ finishReason, answer: '', promptTokens, completionTokens: null }));
  try {
    if (res.destroyed) throw new EmbeddingError({ code: 'engine_lost' });
    const id = `emb-${randomBytes(16).toString('hex')}`;
    const found = await embedder.runner.embed(caller, id, asked.texts, abort.signal);
    const body = bodyOf(asked, found);
    stampTime(res);
    res.json(body);
    call.settle({ promptTokens: found.tokens, cachedTokens: 0, completionTokens: 0 });
    keep('stop', found.tokens);
  } catch (error) {
    if (isOwn(error)) call.settle(null);
    else call.giveBack();
    keep(res.destroyed ? 'aborted' : 'error', null);
    if (res.destroyed) return;
    if (!(error instanceof EmbeddingError)) throw error;
    throw error.reason.code === 'full' ? fullQueue(caller, onShed) : shown(error.reason);
  }
}

/** Returns whether a request has failed because of what was sent. */
function isOwn(error: unknown): boolean {
  if (!(error instanceof EmbeddingError)) return error instanceof OpenAiError;
  const { reason } = error;
  return reason.code === 'too_many_tokens' || (reason.code !== 'full' && isCallerError(reason));
}

interface Asked {
  model: string;
  texts: readonly string[];
  isBase64: boolean;
  dimensions: number | null;
}

function readRequest(body: unknown, model: string): Asked {
  const request = parsed(EmbeddingsRequestSchema, body);
  if (request.model !== model && request.model !== DEFAULT_MODEL) {
    const message = `The model '${request.model}' does not make embeddings here. Available: ${model}.`;
    throw new OpenAiError(404, 'model_not_found', message, { param: 'model' });
  }
  const texts = [request.input].flat().map((text) => {
    if (typeof text === 'string') return text;
    throw unsupported(
      'input',
      'Tokens differ between models: send texts. In LangChain for Python, set check_embedding_ctx_length=False.',
    );
  });
  if (texts.length > MAX_TEXTS)
    throw invalidValue(
      'input',
      `'input' has more than ${MAX_TEXTS} texts. Send them in several requests: in LangChain and n8n, set a smaller batch size.`,
    );
  const empty = texts.indexOf('');
  if (empty >= 0) throw invalidValue('input', `Text ${empty + 1} of 'input' is empty.`);
  return {
    model,
    texts,
    isBase64: request.encoding_format === 'base64',
    dimensions: request.dimensions ?? null,
  };
}

function bodyOf({ model, isBase64, dimensions }: Asked, { vectors, tokens }: Embeddings) {
  return {
    object: 'list',
    data: vectors.map((vector, index) => {
      const short = shortened(vector, dimensions);
      const embedding = isBase64 ? Buffer.from(Float32Array.from(short).buffer).toString('base64') : short;
      return { object: 'embedding', index, embedding };
    }),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Returns the first dimensions of a vector, scaled to length 1. Models made for it keep most of the meaning. */
function shortened(vector: readonly number[], dimensions: number | null): readonly number[] {
  if (dimensions === null) return vector;
  if (dimensions > vector.length)
    throw invalidValue('dimensions', `'dimensions' must be ${vector.length} or less for this model.`);
  const kept = vector.slice(0, dimensions);
  const length = Math.hypot(...kept) || 1;
  return kept.map((value) => value / length);
}

function shown(reason: RequestError | { code: 'too_many_tokens' }): OpenAiError {
  if (reason.code === 'too_many_tokens')
    return invalidValue(
      'input',
      `The texts of 'input' have more than ${EMBEDDED_TOKENS_MAX} tokens together. Send them in several requests.`,
    );
  if (reason.code !== 'context_length_exceeded') return openAiErrorOf(reason);
  const message = `A text has ${reason.promptTokens} tokens; this model reads ${reason.contextSize}. Split it.`;
  return new OpenAiError(400, reason.code, message, { param: 'input' });
}
