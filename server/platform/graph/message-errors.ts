import { type ErrorTable, retry, retryUnexplained, show } from './table-entry.ts';

/** Errors of one message: its recipient, its content, its template, or how fast it came. */
export const messageErrors: ErrorTable = {
  130403: show('You have blocked this person. Unblock them on the platform before you write.'),
  130429: retry(
    'Your number sent faster than the platform allows, so this message was not sent. Send it again in a moment.',
  ),
  130472: show(
    'The platform is withholding marketing messages from this person as part of an experiment. Resending will not help; wait until they write.',
  ),
  130497: show('Your business cannot message people in this country. Contact them in another way.'),
  131000: retryUnexplained(
    'The platform returned an error without a reason, so the message was not sent. Try again later.',
  ),
  131008: show(
    'This message is incomplete. See the platform’s details below, complete the message and send it again.',
  ),
  131009: show(
    'The platform does not accept part of this message. See its details below, change the message and send it again.',
  ),
  131016: retry('The platform had an outage, so this message was not sent. Send it again.'),
  131021: show('This is your own business number. Choose another recipient.'),
  131026: show(
    'This number cannot be reached. It may not be on the network, may use an old app, or may have blocked you. Check the number, or contact the person in another way.',
  ),
  131030: show(
    'Your test number can only message numbers on its allow list. Ask an admin to add this one on the platform.',
  ),
  131047: show('The customer last wrote more than 24 hours ago. Only a template can be sent now.'),
  131048: show(
    'The platform limits your number because people reported or blocked it. Send fewer messages, and only to people who expect them. An admin can see the number’s quality.',
  ),
  131049: show(
    'The platform held this back so that the person does not get too much marketing. Wait at least a day before you try again.',
  ),
  131050: show('This person has opted out of marketing messages from you. Send only what they asked for.'),
  131051: show('The platform does not support this type of message. Send another type.'),
  131052: show(
    'The platform could not fetch the file that the customer sent; it may be too large. Ask them to send it again, smaller.',
  ),
  131053: show(
    'The platform could not download the file, or does not accept its type or size. Check that the link opens without a login, or send another file.',
  ),
  131056: retry(
    'Too many messages went to this person in a short time, so this message was not sent. Send it again in a minute.',
  ),
  131060: show('The platform could not deliver this message. Ask the customer to send it again.'),
  131062: show(
    'The platform does not send this kind of message to people without a visible number. Ask them for their number.',
  ),
  131063: show(
    'Marketing messages are switched off for your number on the platform. Ask an admin to switch them on.',
  ),
  131064: show(
    'The platform has lowered your limit because templates had the wrong category. Ask an admin to correct them.',
  ),
  132000: show('The number of parameters does not match the template. Provide one for each variable.'),
  132001: show(
    'There is no approved template with this name in this language. Choose another one, or sync the list.',
  ),
  132005: show('The template is too long with these parameters. Shorten them.'),
  132007: show('The platform rejected the template because of its content. Choose another one.'),
  132008: show('A parameter does not match the template. Fill it in again.'),
  132012: show('A parameter has the wrong type or format for the template. Fill it in again.'),
  132015: show(
    'The platform has paused this template because of its quality. Use another one until it is available again.',
  ),
  132016: show('The platform has permanently disabled this template. Use another one.'),
  132068: show('The flow of this template is blocked. Use another template.'),
  132069: show('The flow of this template is throttled. Try again later, or use another template.'),
  135000: show('The platform did not accept this message and does not say why. Change it and try again.'),
};
