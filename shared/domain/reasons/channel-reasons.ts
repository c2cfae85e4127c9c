import { defineReasons } from './define-reasons.ts';

const TOKEN_REJECTED =
  'WhatsApp does not accept the access token. Generate a new one for the system user (business settings, System users, Generate token), with no expiration date, and enter it.';
const PERMISSION_MISSING =
  'The access token lacks a permission for this. Assign the account to the system user with full control, then generate a token with whatsapp_business_management and whatsapp_business_messaging and enter it.';
const PIN_BLOCKED =
  'A wrong PIN was entered too many times. Wait as long as WhatsApp says, then enter the correct one.';
const QUOTE = ' WhatsApp says: {{detail}}';
const NEW_TOKEN = 'Generate a new one for the system user (business settings, System users, Generate token).';
const ACCOUNT_HIDDEN = '{{account}} is not a business account that this access token can access.';
const CHECK_ACCOUNT = 'Check the id, and that the account is assigned to the token’s system user.';
const NUMBER_HIDDEN = '{{number}} is not a phone number that this access token can access.';
const NUMBER_IS_ACCOUNT = '{{number}} is the id of the account. Enter the ID of one of its numbers.';
const QUALITY = 'See Account quality in WhatsApp Manager';
const SET_PUBLIC_URL = 'Start the server with PUBLIC_URL=https://… (an address that WhatsApp reaches).';

/** What can be wrong with the connection to the platform, and how to fix it. `detail` is what the platform said. */
export const CHANNEL_REASONS = defineReasons({
  // Answers of the platform while a number is connected or used.
  token_rejected: TOKEN_REJECTED,
  token_rejected_detail: `${TOKEN_REJECTED}${QUOTE}`,
  permission_missing: PERMISSION_MISSING,
  permission_missing_detail: `${PERMISSION_MISSING}${QUOTE}`,
  account_locked:
    'WhatsApp has locked this business account. See the reason under Account quality in WhatsApp Manager and ask for a review there.',
  too_many_requests: 'WhatsApp received too many requests. Wait an hour, then try again.',
  number_deleted: 'This number was deleted on WhatsApp. Choose another.',
  certificate_invalid: 'The number’s certificate is not valid. Register the number again.',
  deregistration_unfinished:
    'An earlier registration of this number was not removed completely. Deregister it with WhatsApp, then register it here.',
  registration_busy: 'WhatsApp’s registration is busy. Try again in a few minutes.',
  pin_wrong:
    'This number has two-step verification, and this is not its PIN. Enter the existing PIN. If you do not have it, switch two-step verification off in WhatsApp Manager, then choose a new PIN here.',
  pin_blocked: PIN_BLOCKED,
  pin_blocked_detail: `${PIN_BLOCKED}${QUOTE}`,
  pin_too_fast: 'PINs were entered too quickly. Wait a minute, then try again.',
  pin_rejected: 'WhatsApp does not accept this PIN. Choose 6 other digits.',
  number_not_verified: 'The number must be verified first. Go back and enter the code that WhatsApp sends.',
  number_not_registered: 'The number is not registered. Register it with a 6-digit PIN.',
  number_not_registered_yet: 'The number is not registered yet. Register it with a 6-digit PIN.',
  number_just_deleted: 'This number was deleted a moment ago. Wait 5 minutes, then try again.',
  registered_too_often:
    'The number was registered and deregistered more than 10 times in 72 hours. Wait 72 hours, then register it once.',
  too_many_codes: 'Too many codes were requested. Wait an hour, then request one code only.',
  code_wrong:
    'This code is wrong or has expired (codes are valid for about 10 minutes). Enter it again, or request a new one.',
  number_moving: 'This number is being moved from another account. Finish or cancel that first.',
  rejected: 'WhatsApp rejected this: {{detail}}',
  unavailable: 'WhatsApp is unavailable right now. Try again in a minute.',
  unavailable_answer: 'WhatsApp is unavailable right now. It answered {{answer}}. Try again in a minute.',
  no_response: 'WhatsApp did not respond: {{detail}}',
  certificate_not_accepted:
    'The certificate of WhatsApp’s server was not accepted. Ask the person who runs this server to check its clock, its proxy and the certificates that it trusts. The error: {{detail}}',
  saved_unverified: 'The credentials were saved without verifying them with WhatsApp.',
  not_subscribed:
    'The app is not subscribed to the account, so no message reaches this inbox. Subscribe it. If WhatsApp says that it did, the access token lacks whatsapp_business_management on this account.',
  callback_not_verified:
    'WhatsApp could not verify {{url}}. It must be reachable from the internet over https with a valid certificate. Check the address, then subscribe again.',
  // The five values of a connection.
  credentials_rejected: 'WhatsApp does not accept these credentials.',
  value_required: 'is required: nothing is stored that could be kept',
  step_required: 'is required first: go back to that step',
  app_mismatch:
    'does not match: the access token belongs to app {{tokenApp}}. Enter that App ID and its App Secret, or a token of app {{app}}.',
  app_unknown: '{{app}} is not a Meta app. Copy the App ID from the app’s dashboard.',
  secret_wrong:
    'is not the secret of app {{app}}. Copy it again from the app’s dashboard: App settings, Basic, Show.',
  token_expired: `expired on {{date}} at {{time}} UTC. ${NEW_TOKEN}`,
  token_invalid: `is not accepted by WhatsApp: {{detail}}. ${NEW_TOKEN}`,
  token_not_accepted: 'is not accepted by WhatsApp',
  token_of_other_app: 'belongs to app {{tokenApp}}, not to {{app}}. Generate a token for app {{app}}.',
  scope_missing: 'lacks {{scope}}. Generate a token with these permissions selected.',
  scopes_missing: 'lacks {{scope}} and {{other}}. Generate a token with these permissions selected.',
  token_temporary:
    'is a temporary token: it expires on {{date}} at {{time}} UTC, and sending stops then. Generate a permanent one for a system user.',
  account_is_portfolio:
    '{{account}} is the id of a business portfolio. Enter the id of the WhatsApp account below it: business settings, Accounts, the account, “Account ID”.',
  account_is_number:
    '{{account}} is a phone number ID. Enter the id of the account that the number belongs to.',
  account_wrong_type: '{{account}} is not a business account, but a {{type}}. Enter the WABA ID.',
  account_hidden: `${ACCOUNT_HIDDEN} ${CHECK_ACCOUNT}`,
  account_hidden_others: `${ACCOUNT_HIDDEN} The token was made for {{accounts}}. ${CHECK_ACCOUNT}`,
  account_lacks_number: 'The account {{account}} does not have the number {{number}}.',
  account_without_number: '{{account}} has no phone number {{number}}.',
  account_without_number_choice: '{{account}} has no phone number {{number}}. The account has: {{numbers}}.',
  number_itself: 'is the phone number itself. Enter its ID, which is {{number}}.',
  number_is_account: NUMBER_IS_ACCOUNT,
  number_is_account_choice: `${NUMBER_IS_ACCOUNT} The account has: {{numbers}}.`,
  number_hidden: `${NUMBER_HIDDEN} Check the ID.`,
  number_hidden_choice: `${NUMBER_HIDDEN} The account has: {{numbers}}.`,
  // What the platform reports about the account.
  account_will_be_disabled: `WhatsApp will disable this account. ${QUALITY} and ask for a review.`,
  account_disabled: `WhatsApp has disabled this account. ${QUALITY} and ask for a review.`,
  account_deleted: 'This account was deleted on WhatsApp. Connect another one.',
  app_removed: 'The app was removed from this account on WhatsApp. Assign it again, then subscribe it here.',
  account_restricted: `WhatsApp restricts this account: {{restrictions}}. ${QUALITY}.`,
  account_violation: `WhatsApp reports a violation: {{violation}}. ${QUALITY}.`,
  // The callback URL.
  address_local: `WhatsApp cannot reach {{url}}: only this machine can. ${SET_PUBLIC_URL}`,
  address_without_https: `WhatsApp takes no callback address without https, as {{url}} is. ${SET_PUBLIC_URL}`,
});

/** Returns the code of a sentence; checks name the value in front of it, as in `The access token expired on …`. */
export function readChannelReason(sentence: string) {
  const found = CHANNEL_REASONS.read(sentence);
  return found.code === null
    ? CHANNEL_REASONS.read(sentence.replace(/^The (?:App Secret|access token) /, ''))
    : found;
}
