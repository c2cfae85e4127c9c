import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import { readChatRequest, type UnderstoodChat } from '../openai/chat-request.ts';
import {
  type AnswerHead,
  type ChatAnswer,
  chunk,
  completion,
  finishOf,
  usageChunk,
} from '../openai/completion.ts';
import type { TokenLogprob } from '../protocol.ts';
import type { AnswerApi, Writer, WriterOptions } from './answer.ts';
import { stampTime } from './event-stream.ts';
import { collecting, openStream } from './writers.ts';

/** `POST /v1/chat/completions`. */
export const CHAT: AnswerApi<UnderstoodChat> = {
  prefix: 'chatcmpl-',
  fields: { prompt: 'messages', form: 'response_format' },
  read: readChatRequest,
  writer: (head, asked, res, options) =>
    asked.isStream ? streamed(head, asked, res, options) : collected(head, asked, res),
};

function streamed(
  head: AnswerHead,
  { includesUsage, isLegacy }: UnderstoodChat,
  res: Response,
  options: WriterOptions,
): Writer {
  const { stream, begin, shared } = openStream(res, options);
  const callIds = new Map<string, string>();
  return {
    ...shared,
    onStart: (index, tokens) => {
      begin(tokens);
      stream.send(chunk(head, { index, delta: { role: 'assistant', content: '' } }, includesUsage));
    },
    onText: (index, is, text, logprobs) => {
      const delta = is === 'thought' ? { reasoning_content: text } : { content: text };
      stream.send(chunk(head, { index, delta, logprobs }, includesUsage));
    },
    onToolCall: (index, callIndex, name, piece) => {
      const called = { ...(name === null ? {} : { name }), arguments: piece };
      const key = `${index} ${callIndex}`;
      const isNew = !callIds.has(key);
      if (isNew) callIds.set(key, newCallId());
      const first = isNew ? { id: callIds.get(key), type: 'function' } : {};
      const delta = isLegacy
        ? { function_call: called }
        : { tool_calls: [{ index: callIndex, ...first, function: called }] };
      stream.send(chunk(head, { index, delta }, includesUsage));
    },
    onEnd: (index, reason) =>
      stream.send(chunk(head, { index, delta: {}, reason: finishOf(reason, isLegacy) }, includesUsage)),
    onDone: (usage) => {
      if (includesUsage) stream.send(usageChunk(head, usage));
      stream.done();
    },
  };
}

function collected(head: AnswerHead, { generations, isLegacy }: UnderstoodChat, res: Response): Writer {
  const answers = generations.map(
    (): ChatAnswer => ({
      text: '',
      thought: '',
      toolCalls: [],
      logprobs: null,
      reason: 'stop',
    }),
  );
  const change = (index: number, by: (answer: ChatAnswer) => void) => {
    const answer = answers[index];
    if (answer) by(answer);
  };
  return {
    ...collecting(res),
    onText: (index, is, piece, tokens) =>
      change(index, (answer) => {
        if (is === 'thought') answer.thought += piece;
        else answer.text += piece;
        if (tokens) answer.logprobs = joined(answer.logprobs, tokens);
      }),
    onToolCall: (index, callIndex, name, piece) =>
      change(index, ({ toolCalls }) => {
        const call = toolCalls[callIndex] ?? { id: newCallId(), name: name ?? '', arguments: '' };
        toolCalls[callIndex] = { ...call, arguments: call.arguments + piece };
      }),
    onEnd: (index, reason) =>
      change(index, (answer) => {
        answer.reason = reason;
      }),
    onDone: (usage) => {
      stampTime(res);
      res.json(completion(head, answers, usage, isLegacy));
    },
  };
}

/** Returns a list with more probabilities at its end. */
export function joined(
  known: readonly TokenLogprob[] | null,
  more: readonly TokenLogprob[],
): readonly TokenLogprob[] {
  return [...(known ?? []), ...more];
}

/** Returns the id of a new tool call. */
export function newCallId(): string {
  return `call_${randomBytes(12).toString('hex')}`;
}
