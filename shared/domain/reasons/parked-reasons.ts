import { defineReasons } from './define-reasons.ts';

/** Why a part of a callback was parked. */
export const PARKED_REASONS = defineReasons({
  other_number: 'Addressed to phone number {{number}}, which is not connected to this workspace.',
  not_supported: 'This notification type is not supported. No action is needed.',
  unknown_message: 'It is about a message that is not known here. It is applied if the message arrives.',
  other_conversation: 'It is about a message in another conversation.',
  other_author: 'It is about a message that someone else wrote.',
  unknown_customer: 'It is about a customer who is not known here.',
  no_change: 'It does not change a message.',
  not_json: 'The body is not valid JSON.',
  not_a_callback: 'The body has no "entry", so it is not a callback from WhatsApp.',
  too_many_items:
    'The callback has more than {{max}} items. Items from {{from}} on were not processed; run "admin parked retry" to process the next {{max}}.',
  account_error: 'WhatsApp reported an account error.',
  no_field: 'The change has no "field".',
  no_number: 'The notification has no metadata.phone_number_id, so it cannot be matched to a phone number.',
  no_objects: '{{odd}} of the {{total}} entries of "{{name}}" are not objects.',
  no_sender: 'it: names no sender',
  no_person: 'user_id_update: identifies no person',
  no_user_id: 'user_id_update: an entry has no user_id',
  no_text: '{{field}}: is not a text',
  text_length: '{{field}}: is not a text of 1 to {{max}} characters',
  too_long: '{{field}}: is longer than {{max}} characters',
  no_emoji: '{{field}}: is no emoji',
  id_taken: 'A message of another customer already has this id.',
  unknown_status: 'unknown status "{{status}}"',
});
