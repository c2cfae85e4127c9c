import { credentials, type ErrorTable, retry, retryUnexplained, show } from './table-entry.ts';

/** Errors of the app, its token, the business account and the platform itself. */
export const accountErrors: ErrorTable = {
  0: credentials(
    'The platform could not authenticate this workspace. Messages wait here; ask an admin to enter a new access token.',
  ),
  1: retryUnexplained(
    'The platform returned an error without a reason, so the message was not sent. Try again later.',
  ),
  2: retry('The platform had an outage, so this message was not sent. Send it again.'),
  3: credentials(
    'The app is not allowed to send messages for this number. Messages wait here; ask an admin to give the access token its permissions.',
  ),
  4: retry(
    'The app sent the platform too many requests, so this message was not sent. Send it again in a few minutes.',
  ),
  10: credentials(
    'The access token lacks a permission. Messages wait here; ask an admin to enter a token that may send messages.',
  ),
  33: credentials(
    'The business number was deleted from the platform. Messages wait here; ask an admin to connect another number.',
  ),
  100: show(
    'The platform did not accept this message because part of it is wrong. See its details below, change the message and send it again.',
  ),
  '100/33': credentials(
    'The platform does not show this number to the access token. Messages wait here; ask an admin to check the phone number ID and the token.',
  ),
  '100/2200': show(
    'The platform could not verify the callback address. Check that it is reachable over https and that the verify token is the same on both sides.',
  ),
  101: credentials(
    'The app ID or the App Secret is wrong. Messages wait here; ask an admin to enter them again.',
  ),
  102: credentials(
    'The access token is no longer valid. Messages wait here; ask an admin to enter a new one.',
  ),
  104: credentials('The access token is missing. Messages wait here; ask an admin to enter one.'),
  190: credentials('The access token is not valid. Messages wait here; ask an admin to enter a new one.'),
  '190/460': credentials(
    'The access token expired because a password was changed. Messages wait here; ask an admin to enter a new one.',
  ),
  '190/463': credentials(
    'The access token has expired. Messages wait here; ask an admin to enter a new one that does not expire.',
  ),
  '190/467': credentials(
    'The access token was invalidated. Messages wait here; ask an admin to enter a new one.',
  ),
  368: credentials(
    'The platform has restricted this business account because of a policy violation. Messages wait here; an admin finds the reason in the account settings of the platform.',
  ),
  80007: retry(
    'The business account sent the platform too many requests, so this message was not sent. Send it again in a few minutes.',
  ),
  131005: credentials(
    'The platform denies access to this number. Messages wait here; ask an admin to check the permissions of the access token.',
  ),
  131031: credentials(
    'The platform has locked the business account. Messages wait here; an admin finds the reason in the account settings of the platform.',
  ),
  131037: show(
    'The display name of your number is not approved yet, so nothing can be sent. Ask an admin to have it approved on the platform.',
  ),
  131042: show(
    'This account has no valid payment method on the platform, so this message was not sent. Ask an admin to set up billing on the platform.',
  ),
  131045: show('Your number’s registration is invalid. Ask an admin to register the number again.'),
  131057: retry(
    'The platform was upgrading your number, so this message was not sent. Send it again in a minute.',
  ),
  133000: show(
    'An earlier deregistration of the number did not finish. Deregister it once more, then register it.',
  ),
  133004: retry('The platform cannot register numbers at the moment. Try again in a few minutes.'),
  133005: show(
    'The two-step PIN is wrong. Enter the PIN that was set for this number. If you do not have it, reset it on the platform.',
  ),
  133006: show('The number is not verified yet. Request a code by SMS or phone call and enter it first.'),
  133008: show('A wrong two-step PIN was entered too often. Wait as long as the platform says below.'),
  133009: show(
    'The two-step PIN was entered too quickly. Wait as long as the platform says below, then try again.',
  ),
  133010: show(
    'Your number is not registered with the platform, so nothing can be sent. Ask an admin to register it, then send again.',
  ),
  133015: show('The number was deleted a moment ago. Wait five minutes, then register it again.'),
  133016: show(
    'The number was registered or deregistered too often. The platform blocks it for 72 hours; try again after that.',
  ),
  136024: show('Too many codes were requested. Wait an hour, then request a new one.'),
  136025: show('The code is wrong or has expired. Enter the newest one, or request another.'),
  2388091: show('The number is being moved from another account. Finish or cancel that first.'),
  2388093: show('The number is being moved from another account. Finish or cancel that first.'),
};
