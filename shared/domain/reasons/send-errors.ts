/** Why a message was never handed to the platform, by the codes in `error.code`. The platform's own codes are numbers. */
export const SEND_ERRORS = {
  send_expired:
    'This message waited too long for WhatsApp and was not sent. Send it again if it is still needed.',
  no_recipient:
    'This contact has no number or ID that WhatsApp can reach. Add a phone number, then send the message again.',
  contact_blocked: 'This contact is blocked. Unblock them, then send the message again.',
  contact_unsubscribed:
    'This contact unsubscribed from marketing before this message was sent, so it was not sent.',
  already_reached:
    'This contact was merged with another one that gets the same broadcast, so this message was not sent.',
} as const;

export type SendErrorCode = keyof typeof SEND_ERRORS;
