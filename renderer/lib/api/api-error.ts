import type { ErrorCode, ErrorDetail } from '../../../shared/domain/errors.ts';
import { DesktopError } from '../desktop/desktop.ts';
import { hasText, sentencePatterns, t } from '../i18n.ts';
import { translateSentence } from '../translate-sentence.ts';

/** `network`: no response arrived, so the request may or may not have taken effect. */
export type ApiErrorCode = ErrorCode | 'network';

/** Thrown by every failed call to the server. The message is a sentence in the current language. */
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
    super(messageOf(code, options.message, options.requestId), { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    this.details = options.details ?? [];
    this.requestId = options.requestId ?? null;
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status >= 500 || this.status === 429;
  }
}

/** Returns the text of the error code, or the server's message in English or if it is more specific. */
function messageOf(
  code: ApiErrorCode,
  serverMessage: string | undefined,
  requestId: string | null | undefined,
): string {
  if (code === 'network') return serverMessage ?? t('errors:network');
  const key = `errors:codes.${code}` as const;
  // Until the texts of the codes are loaded, a message counts as the usual one, and stays as it is.
  const usual = sentencePatterns()?.codes[code] ?? (hasText(key) ? t(key) : serverMessage);
  const isUsual = serverMessage === undefined || serverMessage === usual;
  if (code === 'internal' && requestId && serverMessage !== undefined && isUsual) {
    return t('errors:internal', { requestId });
  }
  if (isUsual && hasText(key)) return t(key);
  return serverMessage === undefined ? t('errors:network') : translateSentence(serverMessage);
}

/** Reads the server's error body. Null for any other body, such as the page of a proxy. */
export function errorFromBody(body: unknown, status: number): ApiError | null {
  if (!isRecord(body) || !isRecord(body.error)) return null;
  const { code, message, details, requestId } = body.error;
  if (typeof code !== 'string') return null;
  return new ApiError(isKnown(code) ? code : 'internal', {
    message: typeof message === 'string' ? message : undefined,
    status,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === 'string' ? requestId : null,
  });
}

/** Converts anything that was thrown into an ApiError, so that screens handle one kind of error. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('network', { cause: error });
}

/** Returns an error as a sentence, with the request id where support needs it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof DesktopError) return error.message;
  const known = asApiError(error);
  if (known.code === 'internal' && known.requestId) {
    return t('errors:internal', { requestId: known.requestId });
  }
  const [first] = known.details;
  if (known.code === 'validation_failed' && first) {
    return t('errors:atField', { field: first.path, message: translateSentence(first.message) });
  }
  return known.message;
}

/** A newer server can return codes that this screen does not know. Before the texts are loaded, it knows none. */
function isKnown(code: string): code is ErrorCode {
  return hasText(`errors:codes.${code}`) || !hasText('errors:codes.internal');
}

function isDetail(value: unknown): value is ErrorDetail {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
