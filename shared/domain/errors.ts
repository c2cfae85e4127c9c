/**
 * Every error that the API can return, with its HTTP status and message. Services throw `AppError(code)`; the
 * kernel turns it into an HTTP response, and the OpenAPI document lists it.
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is not valid.' },
  password_too_common: {
    status: 400,
    message: 'This password is too easy to guess. Use a longer one, such as four or five unrelated words.',
  },
  password_too_personal: {
    status: 400,
    message:
      'This password is too close to the name, the email address or the workspace. Choose something unrelated.',
  },
  code_invalid: { status: 400, message: 'This code is incorrect or has already been used.' },
  unauthorized: { status: 401, message: 'A valid API key is required: Authorization: Bearer <key>.' },
  key_expired: {
    status: 401,
    message: 'This API key has expired. Roll it in the dashboard, under API Keys, or create another one.',
  },
  session_required: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Incorrect email address or password.' },
  sign_in_expired: { status: 401, message: 'This sign-in has expired. Enter your password again.' },
  invalid_signature: { status: 401, message: 'The signature of this callback does not match its body.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  address_not_allowed: {
    status: 403,
    message: 'This API key cannot be used from this IP address.',
  },
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
  confirmation_required: { status: 403, message: 'Confirm that it is you, then try again.' },
  route_not_found: { status: 404, message: 'No route matches this address.' },
  contact_not_found: { status: 404, message: 'Contact not found.' },
  conversation_not_found: { status: 404, message: 'Conversation not found.' },
  message_not_found: { status: 404, message: 'Message not found.' },
  segment_not_found: { status: 404, message: 'Segment not found.' },
  segment_name_taken: { status: 409, message: 'Another segment has this name.' },
  segment_limit_reached: {
    status: 409,
    message: 'A workspace can have 100 segments. Delete one first.',
  },
  replay_not_found: { status: 404, message: 'Replay not found.' },
  replay_running: { status: 409, message: 'A replay is running. Wait until it ends, or stop it first.' },
  rehearsal_not_found: { status: 404, message: 'Rehearsal not found.' },
  rehearsal_not_possible: {
    status: 409,
    message:
      'Rehearsals need the test phone as the number of this workspace, and the sandbox must be available.',
  },
  rehearsal_running: { status: 409, message: 'This rehearsal is running. Stop it first.' },
  rehearsal_limit_reached: {
    status: 409,
    message:
      'A workspace can keep 50 rehearsals and run 3 at a time, and each member can take part in one. Stop or delete one first.',
  },
  automation_rule_not_found: { status: 404, message: 'Rule not found.' },
  automation_limit_reached: {
    status: 409,
    message: 'A workspace can have 50 rules. Delete one first.',
  },
  broadcast_not_found: { status: 404, message: 'Broadcast not found.' },
  media_not_found: { status: 404, message: 'File not found.' },
  api_key_not_found: { status: 404, message: 'API key not found.' },
  inference_key_not_found: { status: 404, message: 'Inference key not found.' },
  model_not_found: { status: 404, message: 'Model not found.' },
  prompt_log_entry_not_found: { status: 404, message: 'Prompt log entry not found.' },
  invitation_not_found: { status: 404, message: 'Invitation not found.' },
  access_link_invalid: {
    status: 404,
    message: 'This link has expired, was already used or was replaced. Ask for a new one.',
  },
  session_not_found: { status: 404, message: 'This device is already signed out.' },
  label_not_found: { status: 404, message: 'Label not found.' },
  note_not_found: { status: 404, message: 'Note not found.' },
  member_not_found: { status: 404, message: 'Member not found.' },
  template_not_found: { status: 404, message: 'Template not found.' },
  workspace_not_found: { status: 404, message: 'Workspace not found.' },
  parked_item_not_found: { status: 404, message: 'Parked item not found.' },
  webhook_endpoint_not_found: { status: 404, message: 'Webhook endpoint not found.' },
  webhook_delivery_not_found: { status: 404, message: 'Delivery not found.' },
  contact_import_not_found: { status: 404, message: 'Import not found.' },
  contact_action_not_found: {
    status: 404,
    message: 'Contact action not found. Actions are kept for 30 days.',
  },
  reply_proposal_not_found: {
    status: 404,
    message: 'Proposal not found. It was decided, or messages behind it were deleted.',
  },
  saved_reply_not_found: { status: 404, message: 'Saved reply not found.' },
  sandbox_not_running: { status: 409, message: 'This server has no sandbox, so there are no test phones.' },
  saved_reply_name_taken: { status: 409, message: 'Another saved reply has this name.' },
  saved_reply_limit_reached: {
    status: 409,
    message: 'This workspace has 500 saved replies, the maximum. Delete some that nobody uses.',
  },
  changes_expired: {
    status: 410,
    message:
      'Changes are kept for 7 days, and these are no longer stored. Read the messages again, and begin with a later time.',
  },
  broadcast_limit_reached: {
    status: 409,
    message: 'A workspace can have 20 broadcasts that have not ended. Wait, or cancel one first.',
  },
  broadcast_too_large: {
    status: 409,
    message: 'A broadcast can have an audience of 100,000 people. Choose a smaller one.',
  },
  broadcast_not_possible: {
    status: 409,
    message: 'This is not possible in the current state of the broadcast.',
  },
  notification_not_found: { status: 404, message: 'Notification not found.' },
  reminder_not_found: { status: 404, message: 'Reminder not found.' },
  reminder_limit_reached: {
    status: 409,
    message: 'You can have 200 open reminders. Complete or delete one first.',
  },
  saved_view_not_found: { status: 404, message: 'Saved view not found.' },
  saved_view_limit_reached: {
    status: 409,
    message: 'You can have 30 saved views, and the team 30. Delete one first.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This address does not support this method. The Allow header lists the methods it supports.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  contact_phone_taken: { status: 409, message: 'Another contact already has this phone number.' },
  member_email_taken: { status: 409, message: 'A member with this email address already exists.' },
  invitation_limit_reached: {
    status: 409,
    message: 'A workspace can have 50 open invitations. Revoke one first.',
  },
  label_name_taken: { status: 409, message: 'A label with this name already exists.' },
  label_limit_reached: {
    status: 409,
    message: 'A workspace can have 200 labels, and a conversation 20. Remove one first.',
  },
  note_limit_reached: {
    status: 409,
    message: 'A conversation can have 2,000 notes. Delete one first.',
  },
  key_limit_reached: { status: 409, message: 'A workspace can have 10 API keys. Delete one first.' },
  inference_key_limit_reached: {
    status: 409,
    message: 'A workspace can have 50 active inference keys. Revoke one first.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message: 'A workspace can have 20 webhook endpoints. Delete one first.',
  },
  model_not_changeable: { status: 409, message: 'This change to the model is not possible right now.' },
  two_factor_enabled: { status: 409, message: 'Two-factor authentication is already on.' },
  two_factor_not_enabled: { status: 409, message: 'Two-factor authentication is not on.' },
  two_factor_required: {
    status: 409,
    message: 'This workspace requires two-factor authentication, so you cannot turn it off.',
  },
  own_two_factor_first: {
    status: 409,
    message: 'Turn on two-factor authentication for your own account first.',
  },
  last_owner: {
    status: 409,
    message: 'A workspace needs at least one owner. Make someone else an owner first.',
  },
  number_connected: { status: 409, message: 'This workspace already has a number.' },
  workspace_exists: { status: 409, message: 'This server already has a workspace. Sign in instead.' },
  workspace_choice_required: { status: 409, message: 'Choose the workspace to sign in to.' },
  channel_not_connected: {
    status: 409,
    message: 'This workspace is not connected to a WhatsApp account yet.',
  },
  contact_field_not_found: { status: 404, message: 'Contact field not found.' },
  contact_field_key_taken: {
    status: 409,
    message: 'Another contact field has this key, or its values are still being deleted.',
  },
  contact_field_limit_reached: {
    status: 409,
    message: 'A workspace can have 50 contact fields. Delete one first.',
  },
  contact_already_merged: {
    status: 409,
    message: 'This contact was merged into another one. Use the id of that contact.',
  },
  contact_import_busy: {
    status: 409,
    message: 'The import is not at this step. Reload it to see where it is.',
  },
  contact_action_ended: { status: 409, message: 'There is nothing left to undo.' },
  contact_action_too_large: {
    status: 409,
    message:
      'An action can include 100,000 contacts. Narrow the filter, then repeat the action for the others.',
  },
  contact_action_limit_reached: {
    status: 409,
    message: 'A workspace can have 10 running contact actions. Wait until one ends.',
  },
  import_limit_reached: {
    status: 409,
    message: 'This workspace has 10 imports. Delete one that you no longer need.',
  },
  import_file_invalid: { status: 422, message: 'The file could not be read as a CSV or XLSX file.' },
  contact_merge_too_large: {
    status: 409,
    message:
      'Too large to merge: a contact can be merged with up to 200,000 messages, and 50 numbers and ids.',
  },
  contact_merge_not_found: {
    status: 404,
    message: 'This contact is not merged into another one. The merge may already have been undone.',
  },
  contact_merge_expired: {
    status: 409,
    message: 'This merge can no longer be undone: merges can be undone for 30 days.',
  },
  contact_merge_followed: {
    status: 409,
    message: 'Another contact was merged later. Undo that merge first.',
  },
  contact_merge_number_taken: {
    status: 409,
    message:
      'This merge can no longer be undone: another contact has a number or an id of the merged contact now.',
  },
  contact_blocked: {
    status: 409,
    message: 'This contact is blocked. Unblock them to send messages.',
  },
  window_closed: {
    status: 409,
    message: 'The customer last wrote more than 24 hours ago. Only a template can be sent now.',
  },
  newer_answer: {
    status: 409,
    message: 'A colleague or a program has answered since. Read the answer before you send yours.',
  },
  message_not_sent: {
    status: 409,
    message: 'This message has not been sent to WhatsApp, so you cannot react to it.',
  },
  message_not_scheduled: {
    status: 409,
    message: 'This message is no longer scheduled: its time has come, so it cannot be changed.',
  },
  media_not_ready: {
    status: 409,
    message: 'The file is not available. See `media.state` and `media.reason` of its message.',
  },
  media_already_sent: { status: 409, message: 'This file belongs to another message. Upload it again.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Use a new key for each request.',
  },
  idempotency_in_progress: {
    status: 409,
    message:
      'The first request with this Idempotency-Key is still running. Try again after the seconds in Retry-After.',
  },
  message_already_queued: { status: 409, message: 'Another message already uses this client id.' },
  platform_refused: { status: 409, message: 'WhatsApp rejected this request.' },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'Send JSON with Content-Type: application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again after the seconds in Retry-After.' },
  send_queue_full: {
    status: 429,
    message:
      'Too many messages of this workspace are waiting for WhatsApp. Try again after the seconds in Retry-After.',
  },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal: {
    status: 500,
    message: 'Something went wrong on our side. Quote the request id when you ask for help.',
  },
  outcome_unknown: {
    status: 500,
    message:
      'The database connection failed while this was being stored, so it may or may not have been saved. Check before you send it again.',
  },
  unavailable: {
    status: 503,
    message: 'The service is temporarily unavailable. Nothing was stored. Try again soon.',
  },
  platform_unreachable: {
    status: 503,
    message: 'WhatsApp did not respond. Nothing was saved. Try again in a minute.',
  },
  storage_full: { status: 507, message: 'There is no room for this file.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** A problem in one field of a request: the field's path and what is wrong with its value. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** An expected error with a code. Services throw it; the kernel turns it into an HTTP response. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Seconds after which the same request may succeed; undefined when waiting does not help. */
  readonly retryAfter: number | undefined;
  /** The contact that is in the way, for callers who then want that one. */
  readonly contactId: string | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: readonly ErrorDetail[];
      retryAfter?: number;
      contactId?: string;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter;
    this.contactId = options.contactId;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
