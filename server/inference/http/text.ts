import type { Response } from 'express';
import { type AnswerHead, common, usageOf } from '../openai/completion.ts';
import { readTextRequest, textLogprobs, type UnderstoodText } from '../openai/text-request.ts';
import type { FinishReason, TokenLogprob } from '../protocol.ts';
import type { AnswerApi, Writer, WriterOptions } from './answer.ts';
import { stampTime } from './event-stream.ts';
import { collecting, openStream } from './writers.ts';

/** `POST /v1/completions`: texts that the model continues, without a chat. */
export const TEXT: AnswerApi<UnderstoodText> = {
  prefix: 'cmpl-',
  fields: { prompt: 'prompt', form: 'prompt' },
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
  options: WriterOptions,
): Writer {
  const { stream, begin, shared } = openStream(res, options);
  const send = (index: number, choice: Choice) =>
    stream.send({
      ...common(head, 'text_completion'),
      choices: [choiceOf(index, choice)],
      ...(includesUsage ? { usage: null } : {}),
    });
  return {
    ...shared,
    onStart: (index, tokens) => {
      begin(tokens);
      send(index, { text: beginnings[index] ?? '', logprobs: null, reason: null });
    },
    onText: (index, _is, text, logprobs) => send(index, { text, logprobs, reason: null }),
    onToolCall: () => undefined,
    onEnd: (index, reason) => send(index, { text: '', logprobs: null, reason }),
    onDone: (usage) => {
      if (includesUsage)
        stream.send({ ...common(head, 'text_completion'), choices: [], usage: usageOf(usage) });
      stream.done();
    },
  };
}

function collected(head: AnswerHead, { beginnings }: UnderstoodText, res: Response): Writer {
  const choices = beginnings.map((text): Choice => ({ text, logprobs: null, reason: null }));
  return {
    ...collecting(res),
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
  };
}
