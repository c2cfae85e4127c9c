import type { ErrorCode } from '../../domain/errors.ts';

/**
 * What a program can do about an error, where the error's own message does not say so. The dashboard does not show
 * these: its users cannot call the API.
 */
export const NEXT_STEPS: Readonly<Partial<Record<ErrorCode, string>>> = {
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
  template_not_found: 'Check the id, or the name and the language. GET /templates lists them.',
  webhook_endpoint_not_found: 'Check the whe_… id. GET /webhook-endpoints lists them.',
  contact_phone_taken:
    'Its id is in `contactId`. PUT /contacts/{phone} creates or updates, whichever is needed.',
  contact_blocked: 'To unblock the contact, call PATCH /contacts/{id} with `blocked: false`.',
  channel_not_connected: 'Connect a number in the dashboard, under Settings > Cloud API.',
  message_not_sent: 'Wait until its `status` is `sent`, then react.',
  outcome_unknown: 'With an Idempotency-Key, send it again with the same key: nothing is done twice.',
  unauthorized: 'Create a key in the dashboard, under API Keys.',
};

/** What other APIs call our fields. A name stands for the first of its fields that the place in question has. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  after: ['cursor'],
  body: ['content'],
  customattributes: ['attributes'],
  customfields: ['attributes'],
  firstname: ['name'],
  fullname: ['name'],
  language: ['templateLanguage'],
  link: ['mediaUrl', 'url'],
  message: ['content'],
  mobile: ['phone'],
  number: ['phone'],
  pagesize: ['limit'],
  perpage: ['limit'],
  phone: ['contactId'],
  phonenumber: ['phone', 'contactId'],
  q: ['search'],
  query: ['search'],
  recipient: ['contactId'],
  scheduledat: ['sendAt'],
  template: ['templateName'],
  text: ['content'],
  to: ['contactId', 'into'],
  url: ['mediaUrl'],
};
