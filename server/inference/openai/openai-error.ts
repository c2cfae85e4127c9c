import { type Issue, issueSentence } from '../../kernel/http/describe-error.ts';

/** An error in OpenAI's format, which always has all four fields. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiError';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds until a retry is worthwhile. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: { param?: string; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.type = typeOf(status, code);
    this.code = code;
    this.param = more.param ?? null;
    this.retryAfter = more.retryAfter ?? null;
  }

  body() {
    const { message, type, param, code } = this;
    return { error: { message, type, param, code } };
  }
}

function typeOf(status: number, code: string | null): string {
  if (code === 'insufficient_quota') return 'insufficient_quota';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** Returns the error for a malformed value. */
export function invalidValue(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'invalid_value', message, { param });
}

/** Returns the error for a value that validation rejected. */
export function invalidIn(param: string, issue: Issue | undefined): OpenAiError {
  const sentence = issue ? issueSentence(issue) : 'is not valid';
  const isMissing = sentence === 'is required';
  const problem = isMissing
    ? `Missing required parameter: '${param}'.`
    : `Invalid value for '${param}': ${sentence}.`;
  return invalidValue(param, problem);
}

/** Returns the error for a valid value that this endpoint does not support. */
export function unsupported(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'unsupported_value', message, { param });
}
