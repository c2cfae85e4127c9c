import { ERRORS, type ErrorCode, type ErrorDetail } from '../../../shared/domain/errors.ts';

/**
 * What a program can do about an error, where the error's own message does not say so. The dashboard does not show
 * these: its users cannot call the API.
 */
const NEXT_STEPS: Readonly<Partial<Record<ErrorCode, string>>> = {
  contact_not_found:
    'No contact of this workspace has this id or phone number. Check it, or create the contact: PUT /contacts/{phone}, or `createContact` of a send.',
  conversation_not_found:
    'A conversation starts with the first message. Check the id or the phone number, or send a message.',
  message_not_found: 'Check the msg_… id. GET /messages/{phone} lists the messages of a contact.',
  segment_not_found: 'Check the seg_… id. GET /segments lists them.',
  broadcast_not_found: 'Check the id. GET /broadcasts lists them.',
  media_not_found:
    'Check the med_… id. A file that was uploaded and not sent is deleted after 24 hours: upload it again.',
  label_not_found: 'Check the lbl_… id. GET /labels lists them.',
  note_not_found: 'Check the nt_… id. GET /conversations/{id}/notes lists them.',
  member_not_found: 'Check the usr_… id. GET /members lists them.',
  template_not_found: 'Check the id. GET /templates lists them.',
  webhook_endpoint_not_found: 'Check the whe_… id. GET /webhook-endpoints lists them.',
  contact_phone_taken:
    'Its id is in `contactId`. PUT /contacts/{phone} creates or updates, whichever is needed.',
  contact_blocked: 'To unblock the contact, call PATCH /contacts/{id} with `blocked: false`.',
  channel_not_connected: 'Connect a number in the dashboard, under Settings → Cloud API.',
  message_not_sent: 'Wait until its `status` is `sent`, then react.',
  unauthorized: 'Create a key in the dashboard, under API Keys.',
};

/**
 * Returns the message of an error as a program gets it: with the first invalid field, because many tools show nothing else of
 * an error, and with what to do next.
 */
export function messageForPrograms(
  code: ErrorCode,
  message: string,
  details: readonly ErrorDetail[],
): string {
  if (message !== ERRORS[code].message) return message;
  const [first, ...others] = details;
  if (code === 'validation_failed' && first) {
    const more = others.length > 0 ? ` (and ${others.length} more: see \`details\`)` : '';
    return `The request is not valid: \`${first.path}\` ${first.message}${more}.`.replace(/\?\.$/, '?');
  }
  const next = NEXT_STEPS[code];
  return next === undefined ? message : `${message} ${next}`;
}
