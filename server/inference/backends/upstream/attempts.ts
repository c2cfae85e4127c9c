import type { Response } from 'express';
import { type Dispatcher, request } from 'undici';
import type { Keyring } from '../../../kernel/crypto/keyring.ts';
import { readText } from '../../../kernel/http-out/read-text.ts';
import type { Logger } from '../../../kernel/logging/logger.ts';
import { openAiErrorOf } from '../../http/request-error.ts';
import { OpenAiError } from '../../openai/openai-error.ts';
import type { Api } from '../backend.ts';
import { bodyForEngine, type UpstreamBody } from './upstream-body.ts';
import { unavailable, upstreamError } from './upstream-error.ts';
import type { UpstreamMetrics } from './upstream-metrics.ts';
import type { UpstreamPool } from './upstream-pool.ts';
import { type Attempt, headersFor, type UpstreamServer } from './upstream-server.ts';

/**
 * How many engines may take one request and not answer it. More would let a request that ends an engine end them all.
 * Those that do not take it are all tried.
 */
const BROKEN_MAX = 2;
const LONGEST_ERROR_BYTES = 100_000;
/** Statuses with which an engine takes no request: too many, its key is wrong, or it is stopping. */
const REFUSALS = [401, 403, 429, 503];
/** No connection was made, so the engine knows nothing of the request. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

export interface AttemptDeps {
  pool: UpstreamPool;
  upstreamMetrics: UpstreamMetrics;
  deadlineMs: number;
  keyring: Keyring;
  logger: Logger;
}

/** A request as it is sent to whichever engine answers it. */
export interface Forwarded {
  api: Api;
  /** The caller's body. */
  body: UpstreamBody;
  model: string;
  tenantId: string;
  /** What it has in common with the other requests of its conversation. */
  prefix: string;
}

/** Reads a 200 to its end. Calls `attempt.begun` when the caller has got a part of it. */
export type Take<Result> = (answer: Dispatcher.ResponseData, attempt: Attempt) => Promise<Result>;

/** Thrown by `take` when the engine broke off after the caller had got a part of the answer. */
export class BrokeOff extends Error {}

/**
 * Sends a request to the engine that suits it best; while the caller has got nothing, to another one if that fails.
 * @throws if none answers: what `shown` turns into an error for the caller.
 */
export async function answerFromAny<Result>(
  deps: AttemptDeps,
  asked: Forwarded,
  res: Response,
  signal: AbortSignal,
  take: Take<Result>,
): Promise<Result> {
  const { pool, logger } = deps;
  const tried = new Set<UpstreamServer>();
  let broken = 0;
  let last: unknown = unavailable('The engine behind this endpoint is not available. Try again.');
  while (broken < BROKEN_MAX) {
    const chosen = pool.choose(asked.model, asked.prefix, tried);
    if (!chosen) break;
    if (tried.size > 0)
      logger.info({ host: chosen.server.host }, 'another upstream engine takes over a request');
    tried.add(chosen.server);
    const given = givenTo(deps, asked, chosen.model.owned_by);
    const ended = await tryOne(deps, chosen.server, { ...asked, given }, signal, take);
    if ('result' in ended) return ended.result;
    last = ended.error;
    if (ended.is === 'final' || signal.aborted || res.destroyed) break;
    if (ended.is === 'broken') broken += 1;
  }
  throw last;
}

function givenTo({ keyring }: AttemptDeps, { body, model, tenantId }: Forwarded, ownedBy = '') {
  return bodyForEngine({ ...body, model }, { tenantId, ownedBy, keyring });
}

type Ended<Result> = { result: Result } | { is: 'refused' | 'broken' | 'final'; error: unknown };

async function tryOne<Result>(
  { upstreamMetrics, deadlineMs, logger }: AttemptDeps,
  server: UpstreamServer,
  asked: Forwarded & { given: Record<string, unknown> },
  signal: AbortSignal,
  take: Take<Result>,
): Promise<Ended<Result>> {
  const attempt = server.begin();
  try {
    const answer = await ask(server, asked, deadlineMs, AbortSignal.any([signal, attempt.signal]));
    server.noteHeaders(answer.headers);
    const { statusCode } = answer;
    if (statusCode !== 200) {
      const error = upstreamError(
        {
          host: server.host,
          status: statusCode,
          text: await readText(answer.body, LONGEST_ERROR_BYTES),
          retryAfter: [answer.headers['retry-after']].flat()[0],
        },
        logger,
      );
      return failedWith(server, statusCode, error, upstreamMetrics);
    }
    const result = await take(answer, attempt);
    server.answered();
    upstreamMetrics.ended(server, 'answered');
    return { result };
  } catch (error) {
    if (signal.aborted) {
      upstreamMetrics.ended(server, 'left');
      return { is: 'final', error };
    }
    // The engine answered, but what it answered cannot be passed on.
    if (error instanceof OpenAiError) {
      upstreamMetrics.ended(server, 'answered');
      return { is: 'final', error };
    }
    const isTaken = !UNREACHABLE.test((error as NodeJS.ErrnoException).code ?? '');
    if (isTaken) server.broke();
    else server.unreachable(error);
    upstreamMetrics.ended(server, isTaken ? 'broken' : 'refused');
    if (error instanceof BrokeOff) return { is: 'final', error };
    return { is: isTaken ? 'broken' : 'refused', error };
  } finally {
    attempt.end();
  }
}

function failedWith<Result>(
  server: UpstreamServer,
  status: number,
  error: OpenAiError,
  metrics: UpstreamMetrics,
): Ended<Result> {
  if (REFUSALS.includes(status)) {
    // One that only has too much to do gets the next request of its conversations again.
    if (status !== 429) server.refused();
    metrics.ended(server, 'refused');
    return { is: 'refused', error };
  }
  if (status >= 500) {
    server.broke();
    metrics.ended(server, 'broken');
    return { is: 'broken', error };
  }
  server.answered();
  metrics.ended(server, 'answered');
  return { is: 'final', error };
}

function ask(
  { url, key, dispatcher }: UpstreamServer,
  { api, body, given }: Forwarded & { given: Record<string, unknown> },
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  // Usage is always requested, because it is counted. The Responses API always reports it.
  const options = { stream_options: { ...body.stream_options, include_usage: true } };
  return request(`${url}/${api}`, {
    method: 'POST',
    dispatcher,
    headers: { ...headersFor(key), 'content-type': 'application/json' },
    body: JSON.stringify(body.stream && api !== 'responses' ? { ...given, ...options } : given),
    signal,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
  });
}

/** Returns an error as the caller sees it. */
export function shown(error: unknown, signal: AbortSignal, logger: Logger): OpenAiError {
  if (error instanceof OpenAiError) return error;
  if (signal.reason === 'deadline') return openAiErrorOf({ code: 'deadline' });
  logger.warn({ reason: (error as Error).message }, 'the upstream engine broke off');
  return unavailable('The engine behind this endpoint stopped responding. Try again.');
}
