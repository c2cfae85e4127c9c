import { OpenAiError } from '../openai/openai-error.ts';
import type { RequestFault } from './scheduler.ts';

/** Whether the caller's request is the cause; only then does a call count that got no answer. */
export function isCallersFault(fault: RequestFault): boolean {
  return fault.code === 'context_length_exceeded' || fault.code === 'schema_unsupported';
}

/** A fault of a request as its caller sees it. */
export function faultError(fault: RequestFault): OpenAiError {
  switch (fault.code) {
    case 'context_length_exceeded':
      return new OpenAiError(
        400,
        'context_length_exceeded',
        `The messages have ${fault.promptTokens} tokens; this model's context has room for ${fault.contextSize}. Shorten them.`,
        { param: 'messages' },
      );
    case 'schema_unsupported':
      return new OpenAiError(400, 'invalid_json_schema', `The schema cannot be followed: ${fault.message}`, {
        param: 'response_format',
      });
    case 'engine_lost':
      return new OpenAiError(
        503,
        'engine_unavailable',
        'The engine ended while it was answering. Ask again.',
        {
          retryAfter: 2,
        },
      );
    case 'deadline':
      return new OpenAiError(
        503,
        'deadline_exceeded',
        'The answer took longer than a request may. Ask for less.',
        {
          retryAfter: 10,
        },
      );
    case 'switched':
      return new OpenAiError(
        503,
        'model_changed',
        'Another model is being loaded. Ask `GET /v1/models` for its name, and ask again.',
        { retryAfter: 5 },
      );
    case 'no_model':
      return noModel(fault.message);
    case 'engine_error':
      return new OpenAiError(500, 'internal_error', 'The engine could not answer this. See the server log.');
  }
}

export function noModel(reason: string): OpenAiError {
  return new OpenAiError(503, 'model_not_loaded', `No model is loaded. ${reason}`.trim(), { retryAfter: 30 });
}
