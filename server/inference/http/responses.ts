import type { Response } from 'express';
import type { AnswerHead } from '../openai/completion.ts';
import { createResponseOutput } from '../openai/response-output.ts';
import { readResponsesRequest, type UnderstoodResponses } from '../openai/responses-request.ts';
import { type AnswerApi, sendOpenAiError, type Writer, type WriterOptions } from './answer.ts';
import { stampTime } from './event-stream.ts';
import { collecting, openStream } from './writers.ts';

/** `POST /v1/responses`, without storage: each request has the whole conversation. */
export const RESPONSES: AnswerApi<UnderstoodResponses> = {
  prefix: 'resp_',
  fields: { prompt: 'input', form: 'text.format' },
  read: readResponsesRequest,
  writer: (head, asked, res, options) =>
    asked.isStream ? streamed(head, asked, res, options) : collected(head, asked, res),
};

function streamed(
  head: AnswerHead,
  { settings }: UnderstoodResponses,
  res: Response,
  options: WriterOptions,
): Writer {
  const { stream, begin, shared } = openStream(res, options);
  let events = 0;
  const numbered = (type: string, event: object) => {
    const value = { type, sequence_number: events, ...event };
    events += 1;
    return value;
  };
  const output = createResponseOutput(head, settings, (type, event) =>
    stream.send(numbered(type, event), type),
  );
  return {
    ...shared,
    onStart: (_answer, tokens) => {
      begin(tokens);
      output.begin();
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
    ...collecting(res),
    onText: (_answer, is, text, logprobs) => output.addText(is, text, logprobs),
    onToolCall: (_answer, call, name, piece) => output.addCall(call, name, piece),
    onEnd: (_answer, reason) => output.end(reason),
    onDone: (usage) => {
      stampTime(res);
      res.json(output.done(usage));
    },
  };
}
