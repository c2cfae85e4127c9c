import type { ApiErrorCode } from './generated/error-codes.ts';

/** The codes of errors that do not come from the API. */
export type ClientErrorCode =
  /** The server could not be reached, or the connection failed. */
  | 'connection_failed'
  /** The server did not respond within `timeoutMs`. */
  | 'timed_out'
  /** The response is not from the API, but for example from a proxy. */
  | 'unexpected_answer';

export interface ErrorDetail {
  /** The path of the invalid field. */
  path: string;
  message: string;
}

interface ErrorFacts {
  status: number;
  code: string;
  message: string;
  details?: readonly ErrorDetail[];
  requestId?: string | null;
  docsUrl?: string | null;
  contactId?: string | null;
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** The only error that calls throw, except when the caller aborts. */
export class SwitchboardError extends Error {
  override readonly name = 'SwitchboardError';
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  /** A stable code for programs. Newer servers may return codes that this version does not know. */
  readonly code: ApiErrorCode | ClientErrorCode | (string & {});
  /** The errors of the request, one for each invalid field. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the server's log; null when there was no response. */
  readonly requestId: string | null;
  /** The page of the server that explains the error; null when there was no response. */
  readonly docsUrl: string | null;
  /**
   * With `contact_phone_taken`: the contact that has the number; with `contact_already_merged`: the one that it was
   * merged into; with `contact_merge_followed`: the one that was merged later. Else null.
   */
  readonly contactId: string | null;
  /** The delay in milliseconds that the server asks for before a retry; null if it does not specify one. */
  readonly retryAfterMs: number | null;

  constructor(facts: ErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.requestId = facts.requestId ?? null;
    this.docsUrl = facts.docsUrl ?? null;
    this.contactId = facts.contactId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
