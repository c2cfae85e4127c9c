import { Agent, errors, FormData, request } from 'undici';
import type { z } from 'zod';
import { type GraphFault, readFault } from './graph-fault.ts';
import { type GraphUsage, readUsage } from './graph-usage.ts';

export interface GraphRequest {
  /** Goes into the header, never into the address. */
  token: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the version, without a leading slash: `<phone number id>/messages`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  /** An object travels as JSON, a form as multipart. */
  body?: object | FormData;
  /** How long the answer may take, in milliseconds; 15 s when absent. */
  answerMs?: number;
}

/** What became of a call. `unknown`: its bytes left us and no answer came, so it may have happened. */
export type GraphAnswer =
  | { kind: 'ok'; body: unknown; usage: GraphUsage | null }
  | { kind: 'fault'; fault: GraphFault; usage: GraphUsage | null }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface GraphHttp {
  /** One call of the platform. Never throws. */
  call(request: GraphRequest): Promise<GraphAnswer>;
  /**
   * One call whose answer has the given form.
   * @throws {GraphError} for every other outcome.
   */
  ask<Schema extends z.ZodType>(request: GraphRequest, schema: Schema): Promise<z.infer<Schema>>;
  close(): Promise<void>;
}

/** A call of the platform that did not give what was asked for. */
export class GraphError extends Error {
  /** What the platform said; null when it said nothing, or nothing that can be read. */
  readonly fault: GraphFault | null;
  /** Whether the call may have taken effect all the same. */
  readonly mayHaveHappened: boolean;

  constructor(message: string, fault: GraphFault | null, mayHaveHappened = false) {
    super(message);
    this.name = 'GraphError';
    this.fault = fault;
    this.mayHaveHappened = mayHaveHappened;
  }
}

const ANSWER_MS = 15_000;

/** HTTP to the platform's graph API: one kept-alive pool, and one place that tells the outcomes of a call apart. */
export function createGraphHttp(options: { baseUrl: string; version: string }): GraphHttp {
  const dispatcher = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    keepAliveTimeout: 30_000,
    connections: 64,
  });

  async function call(given: GraphRequest): Promise<GraphAnswer> {
    const answerMs = given.answerMs ?? ANSWER_MS;
    try {
      const answer = await request(`${options.baseUrl}/${options.version}/${given.path}`, {
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
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
      });
      const text = await answer.body.text();
      const usage = readUsage(answer.headers);
      return answer.statusCode === 200
        ? { kind: 'ok', body: tryJson(text), usage }
        : {
            kind: 'fault',
            fault: readFault(answer.statusCode, tryJson(text, hiderOf(given))),
            usage,
          };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: neverLeft(error) ? 'unreachable' : 'unknown', reason };
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
      if (!read.success)
        throw new GraphError('The platform answered in another form than expected.', null, true);
      return read.data;
    },
    close: () => dispatcher.close(),
  };
}

/** Errors that happen before a byte of the request has left: trying again cannot send twice. */
function neverLeft(error: unknown): boolean {
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

/** Shorter than any secret the platform gives out: hidden, it would take the letters out of every word. */
const SECRET_LENGTH_MIN = 8;

/** The platform repeats a token that it cannot read in its words about it: those are shown and logged. */
function hiderOf({ token, query }: GraphRequest): (words: string) => string {
  const parts = [token, query?.input_token ?? '', ...token.split('|').slice(1)];
  const secrets = parts.filter(({ length }) => length >= SECRET_LENGTH_MIN);
  return (words) => secrets.reduce((kept, one) => kept.replaceAll(one, '[hidden]'), words);
}

/** Words are handed to `change` one by one: a change of the whole text could make it no JSON any more. */
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
