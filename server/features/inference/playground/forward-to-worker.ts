import type { Response } from 'express';
import { request } from 'undici';
import { extrasOf, type PlaygroundRequest } from '../../../../shared/contract/inference/playground.ts';
import { AppError } from '../../../../shared/domain/errors.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import type { ReadyWorker } from '../workers/inference-workers.service.ts';
import { beginCall } from '../workers/worker-calls.ts';

/** Added to the endpoint's deadline, so that it can still respond after that has passed. */
const MARGIN_MS = 10_000;
/** The endpoint sends a keep-alive every 15 seconds. */
const SILENCE_MS = 60_000;
/** The response headers that are forwarded to the page. */
const FORWARDED_HEADERS = ['content-type', 'retry-after', 'x-queue-position'];

/** Statuses with which a worker has not begun an answer, and another might. */
const ELSEWHERE = [429, 503];

/**
 * Sends a request to the first of these workers that takes it and streams its response, including status and errors.
 * When the page is closed, the connection to the worker ends too.
 * @throws {AppError} unavailable when no worker can be reached.
 */
export async function forwardToWorker(
  { db, log }: Pick<Resources, 'db' | 'log'>,
  workers: readonly [ReadyWorker, ...ReadyWorker[]],
  pass: string,
  given: PlaygroundRequest,
  deadlineMs: number,
  res: Response,
): Promise<void> {
  // Closed while a worker was looked for: no event says so any more.
  if (res.destroyed) return;
  const abort = new AbortController();
  res.on('close', () => abort.abort());
  const [worker, ...others] = workers;
  const end = beginCall(db, worker.address);
  res.once('close', end);
  const answer = await ask(worker, pass, given, deadlineMs, abort.signal).catch((cause: unknown) => {
    if (abort.signal.aborted) return null;
    // The address is for the operator: tenants learn nothing of the network of the server.
    log.warn({ address: worker.address, err: cause }, 'inference worker cannot be reached');
    if (others.length > 0) return 'unreachable' as const;
    throw new AppError('unavailable', {
      message: 'The inference worker cannot be reached. Its address is in the log of the server.',
      cause,
    });
  });
  if (!answer) return;
  const [next, ...rest] = others;
  if (next && (answer === 'unreachable' || ELSEWHERE.includes(answer.statusCode))) {
    res.off('close', end);
    end();
    if (answer !== 'unreachable') await answer.body.dump();
    await forwardToWorker({ db, log }, [next, ...rest], pass, given, deadlineMs, res);
    return;
  }
  if (answer === 'unreachable') return;
  res.status(answer.statusCode);
  for (const name of FORWARDED_HEADERS) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  res.setHeader('Cache-Control', 'no-cache, no-transform');
  res.setHeader('X-Accel-Buffering', 'no');
  res.flushHeaders();
  // Either side can disconnect at any time: then the stream ends without the marker of a complete response.
  answer.body.on('error', () => res.destroy());
  answer.body.pipe(res);
}

function ask(
  { address, model }: ReadyWorker,
  pass: string,
  given: PlaygroundRequest,
  deadlineMs: number,
  signal: AbortSignal,
) {
  const { messages, temperature, maxTokens } = given;
  return request(`${address}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${pass}`,
      'content-type': 'application/json',
      'x-progress': 'true',
    },
    body: JSON.stringify({
      model,
      messages,
      temperature,
      max_tokens: maxTokens,
      ...extrasOf(given),
      stream: true,
      stream_options: { include_usage: true },
    }),
    signal,
    headersTimeout: deadlineMs + MARGIN_MS,
    bodyTimeout: SILENCE_MS,
  });
}
