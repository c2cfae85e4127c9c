import { readResponse } from './read-response.ts';
import { wait, waitBeforeRetry } from './retry.ts';
import { SwitchboardError } from './switchboard-error.ts';

/** The options of a client. */
export interface ClientOptions {
  /** The address of the server, such as `https://switchboard.example.com`. */
  baseUrl: string;
  /**
   * An API key of the workspace: `svc_…`. Use it only on your server; in a web page, everyone could read it.
   */
  apiKey: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** The maximum number of retries of a failed request. Default: 2. */
  maxRetries?: number;
  /**
   * The timeout of each attempt in milliseconds. Default: 30,000. A send can take 10 seconds. Uploads get extra time: as
   * long as their size takes at 1 Mbit/s.
   */
  timeoutMs?: number;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call and its retries. The call then rejects with the signal's reason. */
  signal?: AbortSignal;
  maxRetries?: number;
  /** The timeout of each attempt in milliseconds, uploads included. */
  timeoutMs?: number;
}

export interface PostOptions extends CallOptions {
  /**
   * Makes the call safe to repeat, also from another process: within 24 hours, the server returns the first
   * response again. 1 to 255 characters. Default: a new key for each call.
   */
  idempotencyKey?: string;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below `/api/v1`, encoded. */
  path: string;
  query?: Record<string, string | number | boolean | undefined> | undefined;
  body?: unknown;
}

export type Send = <Answer>(request: ApiRequest, options: PostOptions) => Promise<Answer>;

const RETRIES = 2;
const TIMEOUT_MS = 30_000;
/** A slow connection: 100 MB take 13 minutes, and the server waits for 15. */
const UPLOAD_BYTES_PER_MS = 125;

/**
 * Creates the function that sends the request of every call, and retries it when that is safe and can help.
 */
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
  const transferMs = init.body instanceof Blob ? Math.ceil(init.body.size / UPLOAD_BYTES_PER_MS) : 0;
  const ms = options.timeoutMs ?? (client.timeoutMs ?? TIMEOUT_MS) + transferMs;
  const timeout = AbortSignal.timeout(ms);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const send = client.fetch ?? globalThis.fetch;
  try {
    return await readResponse(await send(url, { ...init, signal }));
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
    // The key must not be sent to another server that a response redirects to: a redirect is reported as it is.
    redirect: 'manual',
    headers: {
      Accept: 'application/json',
      Authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'Content-Type': typeOf(body) }),
      ...(method === 'POST' ? { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
  };
}

/** A file is sent as it is. */
function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json';
}

function queryOf({ query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
