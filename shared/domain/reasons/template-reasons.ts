import { defineReasons } from './define-reasons.ts';

/** Why the list of templates could not be fetched. `detail` is what the platform or the network said. */
export const TEMPLATE_SYNC_REASONS = defineReasons({
  unreachable: 'WhatsApp cannot be reached ({{detail}}). Switchboard retries automatically.',
  token_rejected: 'WhatsApp does not accept the access token for this: {{detail}}. An admin has to renew it.',
  throttled: 'WhatsApp asks to try again later: {{detail}}. Switchboard retries automatically.',
  rejected: 'WhatsApp refused to list the templates: {{detail}}.',
});
