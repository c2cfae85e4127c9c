import { type ApiError, type ApiErrorCode, sentenceOf } from '../../lib/api-error.ts';

/** For what a person may do about: why a message was refused, and the way on. */
const REFUSALS: Partial<Record<ApiErrorCode, string>> = {
  window_closed:
    'The 24 hours for free replies are over. Take the text back and send it when they write again, or discard it.',
  conversation_not_found:
    'This conversation is gone: its contact was deleted. Copy the text if you need it, then discard it.',
  media_not_found:
    'The file is no longer on the server: it was uploaded more than a day ago. Discard this and attach it again.',
  media_already_sent: 'This file was sent already. Attach it again to send it once more.',
  forbidden:
    'Your role may not send messages any more. Ask an admin of the workspace, or take the text back.',
  template_not_found:
    'This template is gone from the platform. Take it back and choose another, or discard it.',
  channel_not_connected:
    'The workspace has no number connected. Try again when an admin has connected it, or take the text back.',
};

/** What a bubble says when the server did not take its message. */
export function refusalOf(failure: ApiError): string {
  const [first] = failure.details;
  if (first?.path === 'templateName') return `The template ${first.message}.`;
  return REFUSALS[failure.code] ?? sentenceOf(failure);
}
