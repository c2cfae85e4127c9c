import { Agent, errors, FormData, request } from 'undici';
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

/** The outcome of a call. `unknown`: the request was sent without a response, so it may have taken effect. */
export type GraphAnswer =
  | { kind: 'ok'; body: unknown; usage: GraphUsage | null }
  | { kind: 'fault'; fault: PlatformError; usage: GraphUsage | null }
  | { kind: 'unreachable'; reason: string }
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
  /** Whether the call may still have taken effect. */
  readonly mayHaveHappened: boolean;

  get subcode(): number | null {
    return this.fault?.subcode ?? null;
  }

  constructor(message: string, fault: PlatformError | null, mayHaveHappened = false) {
    super(message);
    this.name = 'GraphError';
    this.fault = fault;
    this.mayHaveHappened = mayHaveHappened;
  }
}

/**
 * Twice this, for all of a call, is far below the minute after which a message with an unknown outcome is sent again: a response
 * that arrives in drops must not let a call outlive that.
 */
const TIMEOUT_MS = 15_000;
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
  const dispatcher = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    keepAliveTimeout: 30_000,
    connections: 64,
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
    try {
      const answer = await request(`${baseUrl}/${options.version}/${given.path}`, {
        method: given.method,
        dispatcher,
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
        signal: AbortSignal.timeout(given.totalMs ?? 2 * timeoutMs),
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
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: wasNeverSent(error) ? 'unreachable' : 'unknown', reason };
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
      if (answer.kind !== 'ok') throw new GraphError(answer.reason, null, answer.kind === 'unknown');
      const read = schema.safeParse(answer.body);
      if (!read.success) throw new GraphError('WhatsApp returned an unexpected response.', null, true);
      return read.data;
    },
    close: () => dispatcher.close(),
  };
}

/** Returns a path without its id, such as `{id}/messages`. What follows an id is a word of ours. */
function templateOf(path: string): string {
  const [first = '', ...edges] = path.split('/');
  return [first === 'debug_token' ? first : '{id}', ...edges].join('/');
}

/** Whether an error happened before any byte was sent, so that a retry cannot send twice. */
function wasNeverSent(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  const code = (error as { code?: string }).code ?? '';
  return [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'CERT_HAS_EXPIRED',
  ].includes(code);
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
