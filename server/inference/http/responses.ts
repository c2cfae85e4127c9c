import type { Response } from 'express';
import type { AnswerHead } from '../openai/completion.ts';
import { createResponseOutput } from '../openai/response-output.ts';
import { readResponsesRequest, type UnderstoodResponses } from '../openai/responses-request.ts';
import {
  type AnswerApi,
  queueNote,
  readNote,
  sendOpenAiError,
  type Writer,
  type WriterOptions,
} from './answer.ts';
import { openEventStream, stampTime } from './event-stream.ts';

/** `POST /v1/responses`, without storage: each request has the whole conversation. */
export const RESPONSES: AnswerApi<UnderstoodResponses> = {
  prefix: 'resp_',
  read: readResponsesRequest,
  writer: (head, asked, res, options) =>
    asked.isStream ? streamed(head, asked, res, options) : collected(head, asked, res),
};

function streamed(
  head: AnswerHead,
  { settings }: UnderstoodResponses,
  res: Response,
  { wantsProgress, onTooSlow }: WriterOptions,
): Writer {
  const stream = openEventStream(res, onTooSlow);
  let events = 0;
  let hasAnswered = false;
  let promptTokens = 0;
  const numbered = (type: string, event: object) => {
    const value = { type, sequence_number: events, ...event };
    events += 1;
    return value;
  };
  const output = createResponseOutput(head, settings, (type, event) =>
    stream.send(numbered(type, event), type),
  );
  res.on('close', stream.stop);
  return {
    onPosition: (position) => stream.note(queueNote(position)),
    hasAnswered: () => hasAnswered,
    onStart: (_answer, tokens) => {
      hasAnswered = true;
      promptTokens = tokens;
      output.begin();
    },
    onRead: (tokens) => {
      if (wantsProgress) stream.note(readNote(tokens, promptTokens));
    },
    onText: (_answer, is, text, logprobs) => output.addText(is, text, logprobs),
    onToolCall: (_answer, call, name, piece) => output.addCall(call, name, piece),
    onEnd: (_answer, reason) => output.end(reason),
    onDone: (usage) => {
      output.done(usage);
      stream.done('');
    },
    onError: (error) => {
      if (!res.headersSent) return sendOpenAiError(res, error);
      const { message, code, param } = error;
      // Clients look for the error in either place.
      stream.breakOff(numbered('error', { code, message, param, ...error.body() }), 'error');
    },
  };
}

function collected(head: AnswerHead, { settings }: UnderstoodResponses, res: Response): Writer {
  const output = createResponseOutput(head, settings, () => undefined);
  return {
    onPosition: () => undefined,
    hasAnswered: () => res.headersSent,
    onStart: () => undefined,
    onRead: () => undefined,
    onText: (_answer, is, text, logprobs) => output.addText(is, text, logprobs),
    onToolCall: (_answer, call, name, piece) => output.addCall(call, name, piece),
    onEnd: (_answer, reason) => output.end(reason),
    onDone: (usage) => {
      stampTime(res);
      res.json(output.done(usage));
    },
    onError: (error) => sendOpenAiError(res, error),
  };
}
