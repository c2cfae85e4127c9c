import type { ApiErrorCode } from './generated/error-codes.ts';

/** What went wrong before there was an answer of the API's own. */
export type ClientErrorCode =
  /** The server could not be reached, or the connection broke. */
  | 'connection_failed'
  /** No answer came within `timeoutMs`. */
  | 'timed_out'
  /** Something else answered, such as a proxy: the answer is not one of the API. */
  | 'unexpected_answer';

export interface ErrorDetail {
  /** The field at fault. */
  path: string;
  message: string;
}

interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** The one error that calls throw, but for a caller's own abort. */
export class SwitchboardError extends Error {
  override readonly name = 'SwitchboardError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Stable, for programs. The API may gain codes that this version does not know. */
  readonly code: ApiErrorCode | ClientErrorCode | (string & {});
  /** Each fault of the request, by the field that has it. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the server's log; null when there was no answer. */
  readonly requestId: string | null;
  /** How long the server asks to wait before another try, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
