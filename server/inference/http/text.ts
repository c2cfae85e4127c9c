import type { Response } from 'express';
import { type AnswerHead, common, usageOf } from '../openai/completion.ts';
import { readTextRequest, textLogprobs, type UnderstoodText } from '../openai/text-request.ts';
import type { FinishReason, TokenLogprob } from '../protocol.ts';
import {
  type AnswerApi,
  queueNote,
  readNote,
  sendOpenAiError,
  type Writer,
  type WriterOptions,
} from './answer.ts';
import { openEventStream, stampTime } from './event-stream.ts';

/** `POST /v1/completions`: texts that the model continues, without a chat. */
export const TEXT: AnswerApi<UnderstoodText> = {
  prefix: 'cmpl-',
  read: readTextRequest,
  writer: (head, asked, res, options) =>
    asked.isStream ? streamed(head, asked, res, options) : collected(head, asked, res),
};

interface Choice {
  text: string;
  logprobs: readonly TokenLogprob[] | null;
  reason: FinishReason | null;
}

function choiceOf(index: number, { text, logprobs, reason }: Choice, beginning = '') {
  return { index, text, logprobs: textLogprobs(logprobs, beginning), finish_reason: reason };
}

function streamed(
  head: AnswerHead,
  { beginnings, includesUsage }: UnderstoodText,
  res: Response,
  { wantsProgress, onTooSlow }: WriterOptions,
): Writer {
  const stream = openEventStream(res, onTooSlow);
  let hasAnswered = false;
  let promptTokens = 0;
  res.on('close', stream.stop);
  const send = (index: number, choice: Choice) =>
    stream.send({
      ...common(head, 'text_completion'),
      choices: [choiceOf(index, choice)],
      ...(includesUsage ? { usage: null } : {}),
    });
  return {
    onPosition: (position) => stream.note(queueNote(position)),
    hasAnswered: () => hasAnswered,
    onStart: (index, tokens) => {
      hasAnswered = true;
      promptTokens = tokens;
      send(index, { text: beginnings[index] ?? '', logprobs: null, reason: null });
    },
    onRead: (tokens) => {
      if (wantsProgress) stream.note(readNote(tokens, promptTokens));
    },
    onText: (index, _is, text, logprobs) => send(index, { text, logprobs, reason: null }),
    onToolCall: () => undefined,
    onEnd: (index, reason) => send(index, { text: '', logprobs: null, reason }),
    onDone: (usage) => {
      if (includesUsage)
        stream.send({ ...common(head, 'text_completion'), choices: [], usage: usageOf(usage) });
      stream.done();
    },
    onError: (error) => {
      if (res.headersSent) stream.breakOff(error.body());
      else sendOpenAiError(res, error);
    },
  };
}

function collected(head: AnswerHead, { beginnings }: UnderstoodText, res: Response): Writer {
  const choices = beginnings.map((text): Choice => ({ text, logprobs: null, reason: null }));
  return {
    onPosition: () => undefined,
    hasAnswered: () => res.headersSent,
    onStart: () => undefined,
    onRead: () => undefined,
    onText: (index, _is, text, logprobs) => {
      const choice = choices[index];
      if (!choice) return;
      choice.text += text;
      if (logprobs) choice.logprobs = [...(choice.logprobs ?? []), ...logprobs];
    },
    onToolCall: () => undefined,
    onEnd: (index, reason) => {
      const choice = choices[index];
      if (choice) choice.reason = reason;
    },
    onDone: (usage) => {
      stampTime(res);
      res.json({
        ...common(head, 'text_completion'),
        choices: choices.map((choice, index) => choiceOf(index, choice, beginnings[index])),
        usage: usageOf(usage),
      });
    },
    onError: (error) => sendOpenAiError(res, error),
  };
}
