import { type ErrorTable, retry, retryUnexplained, show } from './table-entry.ts';

/** Errors of one message: its recipient, its content, its template, or how fast it came. */
export const messageErrors: ErrorTable = {
  130403: show('You have blocked this person. Unblock them on the platform before you write.'),
  130429: retry(
    'Your number sent faster than the platform allows, so this was not sent. Send it again in a moment.',
  ),
  130472: show(
    'The platform keeps marketing messages from this person for an experiment. Sending it again will not help; wait until they write.',
  ),
  130497: show('Your business may not write to people in this country. Reach them in another way.'),
  131000: retryUnexplained(
    'The platform returned an error without a reason, so the message was not sent. Try again later.',
  ),
  131008: show(
    'The platform misses a part of this message. Read its own words below, complete it and send it again.',
  ),
  131009: show(
    'The platform does not accept a part of this message. Read its own words below, change it and send it again.',
  ),
  131016: retry('The platform had an outage, so this was not sent. Send it again.'),
  131021: show('This is your own business number. Choose another recipient.'),
  131026: show(
    'This number cannot be reached: it may not be on the network, use an old app, or have blocked you. Check the number, or reach the person in another way.',
  ),
  131030: show(
    'Your test number may only write to numbers on its allow list. Ask an admin to add this one on the platform.',
  ),
  131047: show('The customer last wrote more than 24 hours ago. Only a template can be sent now.'),
  131048: show(
    'The platform limits your number because people reported or blocked it. Send less, and only to people who expect it; an admin sees the quality of the number.',
  ),
  131049: show(
    'The platform held this back so that the person does not get too much marketing. Wait at least a day before you try again.',
  ),
  131050: show('This person has stopped marketing messages from you. Send only what they asked for.'),
  131051: show('The platform does not support this kind of message. Send it in another form.'),
  131052: show(
    'The platform could not fetch the file that the customer sent; it may be too large. Ask them to send it again, smaller.',
  ),
  131053: show(
    'The platform could not fetch the file, or does not take its kind or size. Check that the link opens without a login, or send another file.',
  ),
  131056: retry(
    'Too many messages went to this person in a short time, so this was not sent. Send it again in a minute.',
  ),
  131060: show('The platform could not pass on this message. Ask the customer to write it again.'),
  131062: show(
    'The platform does not send this kind of message to people without a visible number. Ask them for their number.',
  ),
  131063: show(
    'Marketing messages are switched off for your number on the platform. Ask an admin to switch them on.',
  ),
  131064: show(
    'The platform has cut your limit because templates had the wrong category. Ask an admin to correct them.',
  ),
  132000: show('The template wants another number of parameters. Give one for each of its variables.'),
  132001: show(
    'There is no approved template with this name in this language. Choose another one, or synchronise the list.',
  ),
  132005: show('The template is too long with these parameters. Shorten them.'),
  132007: show('The platform refused the template because of what it says. Choose another one.'),
  132008: show('A parameter does not fit its place in the template. Fill it in again.'),
  132012: show(
    'A parameter does not fit its place in the template: its kind or its form is another. Fill it in again.',
  ),
  132015: show(
    'The platform has paused this template because of its quality. Use another one until it is back.',
  ),
  132016: show('The platform has disabled this template for good. Use another one.'),
  132068: show('The flow of this template is blocked. Use another template.'),
  132069: show('The flow of this template is throttled. Try again later, or use another template.'),
  135000: show('The platform did not accept this message and does not say why. Change it and try again.'),
};
