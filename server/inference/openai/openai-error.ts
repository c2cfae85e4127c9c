/** An answer in OpenAI's error shape: all four fields are always there. */
export class OpenAiError extends Error {
  override readonly name = 'OpenAiError';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds after which it is worth asking again. */
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

/** A value that is not of the right form. */
export function invalidValue(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'invalid_value', message, { param });
}

/** Something well formed that this endpoint does not do. */
export function unsupported(param: string, message: string): OpenAiError {
  return new OpenAiError(400, 'unsupported_value', message, { param });
}
