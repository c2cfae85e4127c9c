import { ERRORS, type ErrorCode, type ErrorDetail } from '../../shared/domain/errors.ts';
import { DesktopError } from './desktop.ts';

/** `network`: no answer arrived at all, so nobody knows whether the request took effect. */
export type ApiErrorCode = ErrorCode | 'network';

/** What every failed call to the server throws, whatever went wrong. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | null;

  constructor(
    code: ApiErrorCode,
    options: {
      message?: string;
      status?: number;
      details?: readonly ErrorDetail[];
      requestId?: string | null;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? NETWORK_MESSAGE, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.details = options.details ?? [];
    this.requestId = options.requestId ?? null;
  }

  /** Whether the same request may succeed later without anybody changing it. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status >= 500 || this.status === 429;
  }
}

const NETWORK_MESSAGE = 'The server cannot be reached. Check the connection and try again.';

/** Reads the server's error body; null when it is none, such as the page of a proxy in between. */
export function errorFromBody(body: unknown, status: number): ApiError | null {
  if (!isRecord(body) || !isRecord(body.error)) return null;
  const { code, message, details, requestId } = body.error;
  if (typeof code !== 'string') return null;
  return new ApiError(isErrorCode(code) ? code : 'internal', {
    message: typeof message === 'string' ? message : undefined,
    status,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  });
}

/** Makes anything that was thrown an ApiError, so that screens need to know one kind of failure. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('network', { cause: error });
}

/** One sentence for a person, with the request id where it helps to quote it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DesktopError) return error.message;
  const known = asApiError(error);
  if (known.code === 'internal' && known.requestId) {
    return `Something went wrong on the server. Quote ${known.requestId} when you ask for help.`;
  }
  const [first] = known.details;
  if (known.code === 'validation_failed' && first) return `${first.path}: ${first.message}`;
  return known.message;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function isDetail(value: unknown): value is ErrorDetail {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
