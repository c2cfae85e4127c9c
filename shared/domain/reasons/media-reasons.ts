import { defineReasons } from './define-reasons.ts';

/** Why the file of a customer's message is not there. */
export const MEDIA_REASONS = defineReasons({
  expired: 'WhatsApp no longer has this file. Ask the customer to send it again.',
  too_large: 'The file is larger than 100 MB.',
  not_given: 'WhatsApp did not return the file: {{detail}}',
  changed: 'The downloaded file is not the one that WhatsApp announced.',
  not_taken:
    'WhatsApp could not take this file; it may be larger than 100 MB. Ask the customer to send it another way.',
});
