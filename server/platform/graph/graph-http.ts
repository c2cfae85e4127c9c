import { Agent, type Dispatcher, FormData, request } from 'undici';
import type { z } from 'zod';
import { readText } from '../../kernel/http-out/read-text.ts';
import { secondsAsked } from '../../kernel/http-out/retry-after.ts';
import { inSpan } from '../../kernel/tracing/tracing.ts';
import { type GraphUsage, readUsage } from './graph-usage.ts';
import { type PlatformError, readPlatformError } from './platform-error.ts';
import { isOfTestNumber } from './test-platform.ts';

export interface GraphRequest {
  /** Sent in the header, never in the URL. */
  token: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the version, without a leading slash: `<phone number id>/messages`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a form as multipart. */
  body?: object | FormData;
  /** Milliseconds to wait for the response, and for each part of it; 15 s when absent. */
  timeoutMs?: number;
  /** Milliseconds for all of it, the wait for a connection included; twice `timeoutMs` when absent. */
  totalMs?: number;
}

/**
 * The outcome of a call. `unreachable`: nothing was sent. `unknown`: the request was sent without a response, so it may have
 * taken effect. `isCertificateError`: the certificate of the platform was not accepted.
 */
export type GraphAnswer =
  | { kind: 'ok'; body: unknown; usage: GraphUsage | null }
  | { kind: 'fault'; fault: PlatformError; usage: GraphUsage | null }
  | { kind: 'unreachable'; reason: string; isCertificateError?: boolean }
  | { kind: 'unknown'; reason: string };

export interface GraphHttp {
  /** Calls the platform. Never throws. */
  call(request: GraphRequest): Promise<GraphAnswer>;
  /**
   * Calls the platform and parses the response with `schema`.
   * @throws {GraphError} for every other outcome.
   */
  ask<Schema extends z.ZodType>(request: GraphRequest, schema: Schema): Promise<z.infer<Schema>>;
  close(): Promise<void>;
}

/** Thrown when a call of the platform fails or returns an unexpected response. */
export class GraphError extends Error {
  /** The platform's error; null without a readable response. */
  readonly fault: PlatformError | null;
  /** Whether the certificate of the platform was not accepted. */
  readonly isCertificateError: boolean;

  get subcode(): number | null {
    return this.fault?.subcode ?? null;
  }

  constructor(message: string, fault: PlatformError | null, isCertificateError = false) {
    super(message);
    this.name = 'GraphError';
    this.fault = fault;
    this.isCertificateError = isCertificateError;
  }
}

/**
 * Twice this, for all of a call, is far below the minute after which a message with an unknown outcome is sent again: a response
 * that arrives in drops must not let a call outlive that.
 */
const TIMEOUT_MS = 15_000;
/** Connections to the platform at a time. Further calls wait for one. */
export const CONNECTIONS = 64;
/** The largest responses are pages of templates, of some hundred kilobytes. */
const RESPONSE_MAX = 16 * 1024 * 1024;

/**
 * Creates the HTTP client of the platform's graph API, which has a kept-alive connection pool. Calls for a test number
 * go to `testPlatform`.
 */
export function createGraphHttp(options: {
  baseUrl: string;
  version: string;
  testPlatform?: { readonly url: string | null };
}): GraphHttp {
  const agent = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    keepAliveTimeout: 30_000,
    connections: CONNECTIONS,
  });

  function call(given: GraphRequest): Promise<GraphAnswer> {
    return inSpan(
      () => ({ name: `platform ${given.method} ${templateOf(given.path)}`, kind: 'client' }),
      async (span) => {
        const answer = await exchange(given);
        span?.set({ 'switchboard.outcome': answer.kind });
        return answer;
      },
    );
  }

  async function exchange(given: GraphRequest): Promise<GraphAnswer> {
    const timeoutMs = given.timeoutMs ?? TIMEOUT_MS;
    const baseUrl = isOfTestNumber(given.token) ? options.testPlatform?.url : options.baseUrl;
    if (!baseUrl) return { kind: 'unreachable', reason: 'The test phone is not running.' };
    const signal = AbortSignal.timeout(given.totalMs ?? 2 * timeoutMs);
    let isBegun = false;
    const noteBeginning = beforeFirstByte(() => {
      isBegun = true;
    });
    try {
      const answer = await request(`${baseUrl}/${options.version}/${given.path}`, {
        method: given.method,
        dispatcher: agent.compose(noteBeginning),
        ...(given.query ? { query: given.query } : {}),
        headers: {
          authorization: `Bearer ${given.token}`,
          ...(given.body && !(given.body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        },
        ...(given.body
          ? { body: given.body instanceof FormData ? given.body : JSON.stringify(given.body) }
          : {}),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal,
      });
      const text = await readText(answer.body, RESPONSE_MAX);
      const usage = readUsage(answer.headers);
      return answer.statusCode === 200
        ? { kind: 'ok', body: tryJson(text), usage }
        : {
            kind: 'fault',
            fault: readPlatformError(
              answer.statusCode,
              tryJson(text, secretHider(given)),
              secondsAsked(answer.statusCode, answer.headers),
            ),
            usage,
          };
    } catch (error) {
      const { host } = new URL(baseUrl);
      if (!isBegun && error === signal.reason)
        return { kind: 'unreachable', reason: `${host}: no connection was free in time` };
      if (!isBegun && error instanceof Error) return unreachable(host, error);
      return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    call,
    ask: async (given, schema) => {
      const answer = await call(given);
      if (answer.kind === 'fault') {
        const { title, details, code } = answer.fault;
        throw new GraphError(`${details ?? title} (code ${code ?? 'none'})`, answer.fault);
      }
      if (answer.kind !== 'ok') {
        const isCertificateError = answer.kind === 'unreachable' && answer.isCertificateError;
        throw new GraphError(answer.reason, null, isCertificateError);
      }
      const read = schema.safeParse(answer.body);
      if (!read.success) throw new GraphError('WhatsApp returned an unexpected response.', null);
      return read.data;
    },
    close: () => agent.close(),
  };
}

/**
 * Returns an interceptor that calls `note` before the first byte of a request is written. undici starts a request right
 * before that, with its connection open: what has failed before, a wait for a connection too, has sent nothing. A request
 * that is aborted at its start is not written either (decision 0354).
 */
function beforeFirstByte(note: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        handler.onRequestStart?.(controller, context);
        if (!controller.aborted) note();
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
}

/** Returns a path without its id, such as `{id}/messages`. What follows an id is a word of ours. */
function templateOf(path: string): string {
  const [first = '', ...edges] = path.split('/');
  return [first === 'debug_token' ? first : '{id}', ...edges].join('/');
}

/** The codes of Node.js for a certificate that is expired, not trusted, or of another host. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(?:CA|PURPOSE)$/;

/** Returns the outcome of a call for which no connection could be opened, with the host and the cause in the reason. */
function unreachable(host: string, error: Error): GraphAnswer {
  // Of a host with several addresses, there is an error for each.
  const first: Error & { code?: unknown } =
    error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  const { message } = first;
  const code = String(first.code ?? '');
  const reason = `${host}: ${message}${message.includes(code) ? '' : ` (${code})`}`;
  return { kind: 'unreachable', reason, ...(CERTIFICATE.test(code) && { isCertificateError: true }) };
}

/** The platform's secrets are longer. Hiding shorter text could remove single letters from every word. */
const SECRET_LENGTH_MIN = 8;

/** Returns a function that hides secrets: the platform repeats an unreadable token in its error message. */
function secretHider({ token, query }: GraphRequest): (words: string) => string {
  const parts = [token, query?.input_token ?? '', ...token.split('|').slice(1)];
  const secrets = parts.filter(({ length }) => length >= SECRET_LENGTH_MIN);
  return (words) => secrets.reduce((kept, one) => kept.replaceAll(one, '[hidden]'), words);
}

/** Parses JSON, and applies `change` to each string: changing the whole text could make it invalid JSON. */
function tryJson(text: string, change?: (words: string) => string): unknown {
  try {
    return JSON.parse(
      text,
      change && ((_name, value) => (typeof value === 'string' ? change(value) : value)),
    );
  } catch {
    return null;
  }
}
