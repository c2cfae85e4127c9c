/**
 * Every error that a client can receive, with its HTTP status and its message. Services throw `AppError(code)`; one
 * place on the server turns it into HTTP, and the OpenAPI document lists it.
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is not valid.' },
  unauthorized: { status: 401, message: 'A valid API key is required: Authorization: Bearer <key>.' },
  session_required: { status: 401, message: 'Sign in to go on.' },
  invalid_credentials: { status: 401, message: 'E-mail address and password do not match.' },
  invalid_signature: { status: 401, message: 'The signature of this callback does not match its body.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  host_not_allowed: {
    status: 403,
    message: 'This host name is not allowed. Add it to ALLOWED_HOSTS and restart the server.',
  },
  setup_code_required: {
    status: 403,
    message:
      'Enter the setup code. The server printed it at startup and stores it in the setup-code file in its data folder.',
  },
  setup_code_invalid: {
    status: 403,
    message: "Invalid setup code. Copy it again from the setup-code file in the server's data folder.",
  },
  route_not_found: { status: 404, message: 'There is nothing at this address.' },
  contact_not_found: { status: 404, message: 'There is no such contact.' },
  conversation_not_found: { status: 404, message: 'There is no such conversation.' },
  message_not_found: { status: 404, message: 'There is no such message.' },
  media_not_found: { status: 404, message: 'There is no such file.' },
  api_key_not_found: { status: 404, message: 'There is no such API key.' },
  inference_key_not_found: { status: 404, message: 'There is no such model key.' },
  model_not_found: { status: 404, message: 'There is no such model.' },
  prompt_log_entry_not_found: { status: 404, message: 'There is no such entry in the log of prompts.' },
  member_not_found: { status: 404, message: 'There is no such member.' },
  template_not_found: { status: 404, message: 'There is no such template.' },
  workspace_not_found: { status: 404, message: 'There is no such workspace.' },
  webhook_endpoint_not_found: { status: 404, message: 'There is no such webhook endpoint.' },
  webhook_delivery_not_found: { status: 404, message: 'There is no such delivery of this endpoint.' },
  method_not_allowed: { status: 405, message: 'This address does not take this method. See Allow.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  contact_phone_taken: { status: 409, message: 'Another contact already has this phone number.' },
  member_email_taken: { status: 409, message: 'A member with this e-mail address already exists.' },
  key_limit_reached: { status: 409, message: 'A workspace can have 10 API keys. Revoke one first.' },
  webhook_endpoint_limit_reached: {
    status: 409,
    message: 'A workspace can have 20 webhook endpoints. Delete one first.',
  },
  model_not_changeable: { status: 409, message: 'The model cannot be changed like this now.' },
  last_owner: { status: 409, message: 'A workspace needs at least one owner.' },
  workspace_exists: { status: 409, message: 'This server already has a workspace. Sign in instead.' },
  workspace_choice_required: { status: 409, message: 'Choose the workspace to sign in to.' },
  channel_not_connected: { status: 409, message: 'This workspace has no messaging account connected yet.' },
  window_closed: {
    status: 409,
    message: 'They last wrote more than 24 hours ago. Only a template can be sent now.',
  },
  message_not_sent: {
    status: 409,
    message: 'The platform does not have this message (yet), so nobody can react to it.',
  },
  media_not_ready: {
    status: 409,
    message: 'The file is not here (yet): `state` and `reason` of its message say why.',
  },
  media_already_sent: { status: 409, message: 'This file belongs to another message. Upload it again.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Make a new key for each request.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Ask again after Retry-After.',
  },
  message_already_queued: { status: 409, message: 'Another message was stored with this client id.' },
  platform_refused: { status: 409, message: 'The messaging platform refused this.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send JSON with Content-Type: application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Wait for the seconds in Retry-After.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id when you ask for help.',
  },
  unavailable: {
    status: 503,
    message: 'The service cannot take this right now. Nothing was stored; try again soon.',
  },
  platform_unreachable: {
    status: 503,
    message: 'The messaging platform gave no answer. Nothing was saved; try again in a minute.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One problem in a request: its location and what is wrong. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** An error with a code from `ERRORS`. Thrown where the cause is known; the kernel renders it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which a retry may succeed; undefined when waiting does not help. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: readonly ErrorDetail[];
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
