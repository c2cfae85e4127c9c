import { readAnswer } from './read-answer.ts';
import { wait, waitBeforeRetry } from './retry.ts';
import { SwitchboardError } from './switchboard-error.ts';

/** How to reach a server. */
export interface ClientOptions {
  /** Where the server answers, such as `https://switchboard.example.com`. */
  baseUrl: string;
  /** A key of the workspace: `svc_…`. Keep it on a server of yours; a page would show it to everybody. */
  apiKey: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** How often a failed request is sent again; 2 unless given. */
  maxRetries?: number;
  /** How long each try may take, in milliseconds; 30,000 unless given. A send may wait 10 seconds for the platform. */
  timeoutMs?: number;
}

/** What may differ from call to call. */
export interface CallOptions {
  /** Ends the call, its waits and its tries. The call then rejects with the signal's reason. */
  signal?: AbortSignal;
  maxRetries?: number;
  timeoutMs?: number;
}

export interface PostOptions extends CallOptions {
  /**
   * Makes the same call safe to repeat, by this process or another: within 24 hours the server answers again what
   * it answered the first time. 1 to 255 characters; a new one for each call unless given.
   */
  idempotencyKey?: string;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, encoded. */
  path: string;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
}

export type Send = <Answer>(request: ApiRequest, options: PostOptions) => Promise<Answer>;

const RETRIES = 2;
const TIMEOUT_MS = 30_000;

/** Makes the function that all calls go through: one request, sent again where that is safe and may help. */
export function createSend(client: ClientOptions): Send {
  const base = `${client.baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`;
  const maxRetries = client.maxRetries ?? RETRIES;
  return async <Answer>(request: ApiRequest, options: PostOptions) => {
    const { signal } = options;
    const url = base + request.path + queryOf(request);
    const init = initOf(client.apiKey, request, options);
    for (let retries = 0; ; retries += 1) {
      try {
        return (await attempt(client, url, init, options)) as Answer;
      } catch (error) {
        signal?.throwIfAborted();
        const ms = error instanceof SwitchboardError ? waitBeforeRetry(error, retries) : null;
        if (ms === null || retries >= (options.maxRetries ?? maxRetries)) throw error;
        await wait(ms, signal);
      }
    }
  };
}

async function attempt(client: ClientOptions, url: string, init: RequestInit, options: CallOptions) {
  const ms = options.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS;
  const timeout = AbortSignal.timeout(ms);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const send = client.fetch ?? globalThis.fetch;
  try {
    return await readAnswer(await send(url, { ...init, signal }));
  } catch (cause) {
    if (cause instanceof SwitchboardError) throw cause;
    throw timeout.aborted
      ? new SwitchboardError({ status: 0, code: 'timed_out', message: `No answer within ${ms} ms.`, cause })
      : new SwitchboardError({
          status: 0,
          code: 'connection_failed',
          message: `${client.baseUrl} could not be reached, or the connection broke.`,
          cause,
        });
  }
}

function initOf(apiKey: string, { method, body }: ApiRequest, options: PostOptions): RequestInit {
  return {
    method,
    // A key belongs to the server it was made for, and to no other that an answer may point to.
    redirect: 'error',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(method === 'POST' ? { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function queryOf({ query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
