import { z } from 'zod';
import type { Logger } from '../../kernel/logging/logger.ts';
import { OpenAiError } from '../openai/openai-error.ts';

const RETRY_SECONDS = 5;

/** Engines put their errors into `error`, older ones beside it. */
const Fault = z.looseObject({
  message: z.string(),
  code: z.unknown().optional(),
  param: z.string().nullish(),
});
const BodySchema = z.union([z.looseObject({ error: Fault }).transform(({ error }) => error), Fault]);

/**
 * An engine's refusal as the caller sees it: what is the caller's to mend as the engine says it, what is
 * ours or the engine's as 503. A key that the engine does not take is ours: the caller's has been let in.
 */
export function upstreamError(
  status: number,
  text: string,
  retryAfter: string | undefined,
  logger: Logger,
): OpenAiError {
  const fault = BodySchema.safeParse(asJson(text)).data;
  if (status === 429) {
    const message = fault?.message ?? 'The engine has too much to do. Try again in a few seconds.';
    return new OpenAiError(429, 'rate_limit_exceeded', message, {
      retryAfter: Number(retryAfter) || RETRY_SECONDS,
    });
  }
  if (status === 401 || status === 403) {
    logger.error({ status }, 'the engine to forward to refuses INFERENCE_UPSTREAM_KEY');
    return unavailable('The engine behind this endpoint refuses the key of this server.');
  }
  if (status >= 400 && status < 500) {
    const code = typeof fault?.code === 'string' ? fault.code : null;
    return new OpenAiError(status, code, fault?.message ?? 'The engine refuses this request.', {
      ...(fault?.param ? { param: fault.param } : {}),
    });
  }
  logger.warn({ status }, 'the engine to forward to could not answer');
  return unavailable('The engine behind this endpoint could not answer. Ask again.');
}

/** Nothing was answered, and that is not the caller's doing. */
export function unavailable(message: string): OpenAiError {
  return new OpenAiError(503, 'engine_unavailable', message, { retryAfter: RETRY_SECONDS });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
