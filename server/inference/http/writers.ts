import type { Response } from 'express';
import { sendOpenAiError, type Writer, type WriterOptions } from './answer.ts';
import { openEventStream } from './event-stream.ts';

/**
 * Opens the stream of an answer. `shared` is what all APIs report alike: the place in the queue (1 is next) and the
 * tokens of the prompt that have been read, as comments that clients skip, and errors.
 */
export function openStream(res: Response, { wantsProgress }: WriterOptions) {
  const stream = openEventStream(res);
  let hasAnswered = false;
  let promptTokens = 0;
  res.on('close', stream.stop);
  return {
    stream,
    /** Notes that the answer begins, and how many tokens its prompt has. */
    begin: (tokens: number) => {
      hasAnswered = true;
      promptTokens = tokens;
    },
    shared: {
      onPosition: (position) => stream.note(`queue-position ${position}`),
      hasAnswered: () => hasAnswered,
      onRead: (tokens) => {
        if (wantsProgress) stream.note(`prompt-read ${tokens}/${promptTokens}`);
      },
      onError: (error) => {
        if (res.headersSent) stream.breakOff(error.body());
        else sendOpenAiError(res, error);
      },
    } satisfies Partial<Writer>,
  };
}

/** Returns what the writers have in common that send the whole answer at its end. */
export function collecting(res: Response) {
  return {
    onPosition: () => undefined,
    hasAnswered: () => res.headersSent,
    onStart: () => undefined,
    onRead: () => undefined,
    onError: (error) => sendOpenAiError(res, error),
  } satisfies Partial<Writer>;
}
