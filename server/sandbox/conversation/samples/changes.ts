import type { Sample } from './sample.ts';

/** Messages that change an earlier message, or report a change of the person's details. */
export const CHANGES: readonly Sample[] = [
  {
    name: 'reaction',
    label: 'React 👍',
    group: 'Changes',
    type: 'reaction',
    payload: { message_id: '$theirs', emoji: '👍' },
  },
  {
    name: 'reaction_removed',
    label: 'Take the reaction back',
    group: 'Changes',
    type: 'reaction',
    payload: { message_id: '$theirs' },
  },
  {
    name: 'edit',
    label: 'Edit my last message',
    group: 'Changes',
    type: 'edit',
    payload: {
      original_message_id: '$mine',
      message: { type: 'text', text: { body: 'What I meant to say' } },
    },
  },
  {
    name: 'revoke',
    label: 'Delete my last message',
    group: 'Changes',
    type: 'revoke',
    payload: { original_message_id: '$mine' },
  },
  {
    name: 'number_changed',
    label: 'Change my number',
    group: 'Notices',
    type: 'system',
    payload: { type: 'user_changed_number', wa_id: '$new', body: 'Changed from $me to $new' },
  },
  {
    name: 'user_id_changed',
    label: 'Change my user id',
    group: 'Notices',
    type: 'system',
    payload: { type: 'user_changed_user_id', user_id: 'US.$new', body: 'The user id changed' },
  },
  {
    name: 'identity_changed',
    label: 'Change my security code',
    group: 'Notices',
    type: 'system',
    payload: { type: 'customer_identity_changed', body: 'Security code changed' },
    extra: { identity: { acknowledged: true, created_timestamp: '1767261652', hash: 'h1' } },
  },
  {
    name: 'request_welcome',
    label: 'Open the chat for the first time',
    group: 'Notices',
    type: 'request_welcome',
  },
];
