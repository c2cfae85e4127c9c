import type { ClassedCaller } from '../engine-host/class-queue.ts';
import type { RequestError } from '../engine-host/listener.ts';
import { OpenAiError } from '../openai/openai-error.ts';
import type { PromptField } from '../openai/prompt-limits.ts';
import { isSpeculative } from '../request-class.ts';

/** Returns whether the caller's request is the cause; only then does a call without an answer count. */
export function isCallerError(error: RequestError): boolean {
  return error.code === 'context_length_exceeded' || error.code === 'schema_unsupported';
}

/** The fields of a request that errors name: the prompt, and what describes the form of the answer. */
export interface ErrorFields {
  prompt: PromptField;
  form: string;
}

const CHAT_FIELDS: ErrorFields = { prompt: 'messages', form: 'response_format' };

/** Returns the error of a request as its caller sees it. */
export function openAiErrorOf(error: RequestError, { prompt, form }: ErrorFields = CHAT_FIELDS): OpenAiError {
  switch (error.code) {
    case 'context_length_exceeded':
      return new OpenAiError(
        400,
        'context_length_exceeded',
        `The ${prompt} ${prompt === 'messages' ? 'have' : 'has'} ${error.promptTokens} tokens; this model's context has room for ${error.contextSize}. Shorten ${prompt === 'messages' ? 'them' : 'it'}.`,
        { param: prompt },
      );
    case 'schema_unsupported':
      return new OpenAiError(400, 'invalid_json_schema', `The schema cannot be followed: ${error.message}`, {
        param: form,
      });
    case 'engine_lost':
      return new OpenAiError(
        503,
        'engine_unavailable',
        'The engine ended while it was answering. Try again.',
        {
          retryAfter: 2,
        },
      );
    case 'deadline':
      return new OpenAiError(
        503,
        'deadline_exceeded',
        'The answer exceeded the time limit. Ask for a shorter answer.',
        {
          retryAfter: 10,
        },
      );
    case 'switched':
      return new OpenAiError(
        503,
        'model_changed',
        'Another model is being loaded. Get its name from `GET /v1/models` and try again.',
        { retryAfter: 5 },
      );
    case 'no_model':
      return noModel(error.message);
    case 'engine_error':
      return new OpenAiError(500, 'internal_error', 'The engine could not answer this. See the server log.');
  }
}

const RETRY_SECONDS = 5;

/** Returns the error for a request whose queue is full. */
export function fullQueue({ requestClass }: ClassedCaller, onShed: () => void): OpenAiError {
  if (isSpeculative(requestClass)) {
    onShed();
    return new OpenAiError(429, 'shed', 'Too many requests ahead of time are waiting. Skip this one.');
  }
  const message = 'Too many requests are waiting for this model. Try again in a few seconds.';
  return new OpenAiError(429, 'rate_limit_exceeded', message, { retryAfter: RETRY_SECONDS });
}

export function noModel(reason: string): OpenAiError {
  return new OpenAiError(503, 'model_not_loaded', `No model is loaded. ${reason}`.trim(), { retryAfter: 30 });
}
