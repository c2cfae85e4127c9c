import { z } from 'zod';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { OpenAiError } from '../../openai/openai-error.ts';

const RETRY_SECONDS = 5;

/** An engine's error. Engines put it under `error`, older ones at the top level. */
const ErrorSchema = z.looseObject({
  message: z.string(),
  code: z.unknown().optional(),
  param: z.string().nullish(),
});
const BodySchema = z.union([
  z.looseObject({ error: ErrorSchema }).transform(({ error }) => error),
  ErrorSchema,
]);

/** An answer of an engine that is not 200. */
interface EngineFailure {
  host: string;
  status: number;
  text: string;
  retryAfter: string | undefined;
}

/**
 * Converts an engine's error for the caller. Errors that the caller can fix are passed on unchanged; all
 * others become 503. That includes a rejected upstream key, because the caller's own key was accepted.
 */
export function upstreamError(
  { host, status, text, retryAfter }: EngineFailure,
  logger: Logger,
): OpenAiError {
  const error = BodySchema.safeParse(jsonOf(text)).data;
  if (status === 429) {
    const message = error?.message ?? 'The engine has too many requests. Try again in a few seconds.';
    return new OpenAiError(429, 'rate_limit_exceeded', message, {
      retryAfter: Number(retryAfter) || RETRY_SECONDS,
    });
  }
  if (status === 401 || status === 403) {
    logger.error({ host, status }, 'the upstream engine rejects INFERENCE_UPSTREAM_KEY');
    return unavailable('The engine behind this endpoint rejects the key of this server.');
  }
  if (status >= 400 && status < 500) {
    const code = typeof error?.code === 'string' ? error.code : null;
    return new OpenAiError(status, code, error?.message ?? 'The engine rejects this request.', {
      ...(error?.param ? { param: error.param } : {}),
    });
  }
  logger.warn({ host, status }, 'the upstream engine could not answer');
  return unavailable('The engine behind this endpoint could not answer. Try again.');
}

/** Returns the error for a request that the engine could not answer, where the caller is not the cause. */
export function unavailable(message: string): OpenAiError {
  return new OpenAiError(503, 'engine_unavailable', message, { retryAfter: RETRY_SECONDS });
}

/** Parses JSON; returns null if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
