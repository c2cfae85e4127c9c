import type { Response } from 'express';
import { request } from 'undici';
import { extrasOf, type PlaygroundRequest } from '../../../../shared/contract/inference/playground.ts';
import { AppError } from '../../../../shared/domain/errors.ts';

/** The endpoint answers at the latest when its own deadline for a request is over; then it is given this. */
const MARGIN_MS = 10_000;
/** It sends a sign of life every 15 seconds. */
const SILENCE_MS = 60_000;
/** What the page may see of the endpoint's headers. */
const PASSED_ON = ['content-type', 'retry-after', 'x-queue-position'];

/**
 * Sends a chat to a worker and passes its answer on as it comes, status and errors included. When the page is
 * closed, the connection to the worker ends too.
 * @throws {AppError} unavailable when the worker cannot be reached.
 */
export async function askWorker(
  worker: { address: string; model: string },
  pass: string,
  given: PlaygroundRequest,
  deadlineMs: number,
  res: Response,
): Promise<void> {
  const { messages, temperature, maxTokens } = given;
  const abort = new AbortController();
  res.on('close', () => abort.abort());
  const answer = await request(`${worker.address}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${pass}`,
      'content-type': 'application/json',
      'x-progress': 'true',
    },
    body: JSON.stringify({
      model: worker.model,
      messages,
      temperature,
      max_tokens: maxTokens,
      ...extrasOf(given),
      stream: true,
      stream_options: { include_usage: true },
    }),
    signal: abort.signal,
    headersTimeout: deadlineMs + MARGIN_MS,
    bodyTimeout: SILENCE_MS,
  }).catch((cause: unknown) => {
    if (abort.signal.aborted) return null;
    throw new AppError('unavailable', {
      message: `The inference worker at ${worker.address} cannot be reached. Check its address.`,
      cause,
    });
  });
  if (!answer) return;
  res.status(answer.statusCode);
  for (const name of PASSED_ON) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  res.flushHeaders();
  // Either side may go at any moment: then the answer ends where it is, without the mark of a whole one.
  answer.body.on('error', () => res.destroy());
  answer.body.pipe(res);
}
