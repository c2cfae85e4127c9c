/**
 * The platform's errors by code, or by `code/subcode` where the subcode is more specific: what happened, what it
 * means and what to do next, for the person who wrote the message. Codes that are not here keep the platform's words.
 */
export const PLATFORM_ERRORS = {
  // The app, its token, the business account and the platform itself.
  0: 'WhatsApp could not authenticate this workspace. Messages wait here; ask an admin to enter a new access token.',
  1: 'WhatsApp returned an error without a reason, so the message was not sent. Try again later.',
  2: 'WhatsApp had an outage, so this message was not sent. Send it again.',
  3: 'The app is not allowed to send messages for this number. Messages wait here; ask an admin to give the access token its permissions.',
  4: 'The app sent WhatsApp too many requests, so this message was not sent. Send it again in a few minutes.',
  10: 'The access token lacks a permission. Messages wait here; ask an admin to enter a token that may send messages.',
  33: 'The business number was deleted from WhatsApp. Messages wait here; ask an admin to connect another number.',
  100: 'WhatsApp did not accept this message because part of it is wrong. See its details below, change the message and send it again.',
  '100/33':
    'WhatsApp does not show this number to the access token. Messages wait here; ask an admin to check the phone number ID and the token.',
  '100/2200':
    'WhatsApp could not verify the callback address. Check that it is reachable over https and that the verify token is the same on both sides.',
  101: 'The app ID or the App Secret is wrong. Messages wait here; ask an admin to enter them again.',
  102: 'The access token is no longer valid. Messages wait here; ask an admin to enter a new one.',
  104: 'The access token is missing. Messages wait here; ask an admin to enter one.',
  190: 'The access token is not valid. Messages wait here; ask an admin to enter a new one.',
  '190/460':
    'The access token expired because a password was changed. Messages wait here; ask an admin to enter a new one.',
  '190/463':
    'The access token has expired. Messages wait here; ask an admin to enter a new one that does not expire.',
  '190/467': 'The access token was invalidated. Messages wait here; ask an admin to enter a new one.',
  368: 'WhatsApp has restricted this business account because of a policy violation. Messages wait here; an admin finds the reason under Account quality in WhatsApp Manager.',
  80007:
    'The business account sent WhatsApp too many requests, so this message was not sent. Send it again in a few minutes.',
  131005:
    'WhatsApp denies access to this number. Messages wait here; ask an admin to check the permissions of the access token.',
  131031:
    'WhatsApp has locked the business account. Messages wait here; an admin finds the reason under Account quality in WhatsApp Manager.',
  131037:
    'The display name of your number is not approved yet, so nothing can be sent. Ask an admin to have it approved in WhatsApp Manager.',
  131042:
    'This WhatsApp account has no valid payment method, so this message was not sent. Ask an admin to add one in the business settings.',
  131045: 'Your number’s registration is invalid. Ask an admin to register the number again.',
  131057: 'WhatsApp was upgrading your number, so this message was not sent. Send it again in a minute.',
  133000:
    'An earlier deregistration of the number did not finish. Deregister it once more, then register it.',
  133004: 'WhatsApp cannot register numbers at the moment. Try again in a few minutes.',
  133005:
    'The two-step PIN is wrong. Enter the PIN that was set for this number. If you do not have it, reset it in WhatsApp Manager.',
  133006: 'The number is not verified yet. Request a code by SMS or phone call and enter it first.',
  133008: 'A wrong two-step PIN was entered too often. Wait as long as WhatsApp says below.',
  133009: 'The two-step PIN was entered too quickly. Wait as long as WhatsApp says below, then try again.',
  133010:
    'Your number is not registered with WhatsApp, so nothing can be sent. Ask an admin to register it, then send again.',
  133015: 'The number was deleted a moment ago. Wait five minutes, then register it again.',
  133016:
    'The number was registered or deregistered too often. WhatsApp blocks it for 72 hours; try again after that.',
  136024: 'Too many codes were requested. Wait an hour, then request a new one.',
  136025: 'The code is wrong or has expired. Enter the newest one, or request another.',
  2388091: 'The number is being moved from another account. Finish or cancel that first.',
  2388093: 'The number is being moved from another account. Finish or cancel that first.',
  // One message: its recipient, its content, its template, or how fast it came.
  130403: 'You have blocked this person. Unblock them on WhatsApp before you write.',
  130429:
    'Your number sent faster than WhatsApp allows, so this message was not sent. Send it again in a moment.',
  130472:
    'WhatsApp is withholding marketing messages from this person as part of an experiment. Resending will not help; wait until they write.',
  130497: 'Your business cannot message people in this country. Contact them in another way.',
  131000: 'WhatsApp returned an error without a reason, so the message was not sent. Try again later.',
  131008: 'This message is incomplete. See WhatsApp’s details below, complete the message and send it again.',
  131009:
    'WhatsApp does not accept part of this message. See its details below, change the message and send it again.',
  131016: 'WhatsApp had an outage, so this message was not sent. Send it again.',
  131021: 'This is your own business number. Choose another recipient.',
  131026:
    'This number cannot be reached. It may not be on WhatsApp, may use an old app, or may have blocked you. Check the number, or contact the person in another way.',
  131030:
    'Your test number can only message numbers on its allow list. Ask an admin to add this one in the app dashboard, under API setup.',
  131047: 'The customer last wrote more than 24 hours ago. Only a template can be sent now.',
  131048:
    'WhatsApp limits your number because people reported or blocked it. Send fewer messages, and only to people who expect them. An admin can see the number’s quality.',
  131049:
    'WhatsApp held this back so that the person does not get too much marketing. Wait at least a day before you try again.',
  131050: 'This person has opted out of marketing messages from you. Send only what they asked for.',
  131051: 'WhatsApp does not support this type of message. Send another type.',
  131052:
    'WhatsApp could not fetch the file that the customer sent; it may be too large. Ask them to send it again, smaller.',
  131053:
    'WhatsApp could not download the file, or does not accept its type or size. Check that the link opens without a login, or send another file.',
  131056:
    'Too many messages went to this person in a short time, so this message was not sent. Send it again in a minute.',
  131060: 'WhatsApp could not deliver this message. Ask the customer to send it again.',
  131062:
    'WhatsApp does not send this kind of message to people without a visible number. Ask them for their number.',
  131063: 'Marketing messages are turned off for your number on WhatsApp. Ask an admin to turn them on.',
  131064:
    'WhatsApp has lowered your limit because templates had the wrong category. Ask an admin to correct them.',
  132000: 'The number of parameters does not match the template. Provide one for each variable.',
  132001:
    'There is no approved template with this name in this language. Choose another one, or sync the list.',
  132005: 'The template is too long with these parameters. Shorten them.',
  132007: 'WhatsApp rejected the template because of its content. Choose another one.',
  132008: 'A parameter does not match the template. Fill it in again.',
  132012: 'A parameter has the wrong type or format for the template. Fill it in again.',
  132015:
    'WhatsApp has paused this template because of its quality. Use another one until it is available again.',
  132016: 'WhatsApp has permanently disabled this template. Use another one.',
  132068: 'The flow of this template is blocked. Use another template.',
  132069: 'The flow of this template is throttled. Try again later, or use another template.',
  135000: 'WhatsApp did not accept this message and does not say why. Change it and try again.',
} as const;

/** The codes that a message's `error.code` can have and that have a sentence here. */
export type PlatformErrorCode = Exclude<keyof typeof PLATFORM_ERRORS, `${number}/${number}`>;
