import { EventEmitter } from 'node:events';
import { type Dispatcher, request } from 'undici';
import type { WebhookCause } from '../../../../shared/domain/webhooks/webhook-causes.ts';
import type { WebhookListenerAnswer } from '../../../../shared/domain/webhooks/webhook-values.ts';
import type { Resources } from '../../../kernel/context/context.ts';
import { readRetryAfter } from '../../../kernel/http-out/retry-after.ts';
import { causeOfError, causeOfStatus } from './cause-of.ts';
import { signatures } from './sign.ts';

/** The payload of one attempt and its destination. */
export interface AttemptRequest {
  url: string | URL;
  /** Sent as `webhook-id`. */
  eventId: string;
  body: Buffer;
  /** Live secrets, newest first. */
  secrets: readonly string[];
  /** The custom headers of the receiver, with lower-case names. */
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** The answer of a test listener, which takes the place of a receiver; nothing leaves the process then. */
  listener?: WebhookListenerAnswer | null;
}

/** The result of one attempt. */
export interface AttemptOutcome {
  startedAt: Date;
  milliseconds: number;
  status: number | null;
  /** Null when the delivery succeeded. */
  cause: WebhookCause | null;
  detail: string | null;
  retryAfter: number | null;
  /** Headers as sent, without the values of the receiver's custom headers. */
  requestHeaders: [string, string][];
  /** Without the values of headers that may hold a secret. */
  responseHeaders: [string, string][];
  responseBody: Buffer | null;
  isBodyCut: boolean;
}

/** The log keeps this much of a response: enough for an error message. */
const BODY_MAX = 2_048;
const NOT_SHOWN = '(not shown)';
/** Every admin can read the log: a session or a token in a response must not be in it. */
const SECRET_HEADER =
  /cookie|auth(?!enticate$)|token|secret|credential|passw|session|signature|api-?key|csrf|xsrf|jwt|^x-amz-security/i;
const USER_AGENT = 'Switchboard-Webhooks/1';
/**
 * When the receiver has just closed a kept-alive connection, the request fails within this time. It is
 * retried, because that does not indicate a problem with the receiver.
 */
const STALE_MS = 1_000;

/** The dependencies of an attempt: the connections, and the clock for timestamps and signatures. */
type AttemptParts = { dispatcher: Dispatcher } & Pick<Resources, 'clock'>;

/**
 * Delivers by POST and returns the outcome. Only a 2xx that completes before the timeout is a success. Reads
 * at most 2,048 bytes of the response. Never throws.
 */
export async function attemptDelivery(parts: AttemptParts, given: AttemptRequest): Promise<AttemptOutcome> {
  const first = await attemptOnce(parts, given);
  const isStale = first.cause === 'reset' && first.milliseconds < STALE_MS;
  return isStale ? attemptOnce(parts, given) : first;
}

async function attemptOnce(parts: AttemptParts, given: AttemptRequest): Promise<AttemptOutcome> {
  const startedAt = parts.clock.now();
  const started = performance.now();
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  const own = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': given.eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(given.secrets, given.eventId, timestamp, given.body),
  };
  const requestHeaders: [string, string][] = [
    ...Object.entries(own),
    ...Object.keys(given.headers).map((name): [string, string] => [name, NOT_SHOWN]),
  ];
  const outcome = await exchange(parts, given, own);
  return { startedAt, milliseconds: Math.round(performance.now() - started), requestHeaders, ...outcome };
}

async function exchange(
  { dispatcher, clock }: AttemptParts,
  given: AttemptRequest,
  own: Record<string, string>,
) {
  if (given.listener) return answerOfListener(given.listener, given.timeoutMs);
  let answer: Answer | null = null;
  // Not an AbortSignal: at thousands of requests per second, their garbage collection costs too much.
  const signal = new EventEmitter();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    signal.emit('abort');
  }, given.timeoutMs);
  try {
    const response = await request(given.url, {
      method: 'POST',
      dispatcher,
      headers: { ...given.headers, ...own },
      body: given.body,
      signal,
    });
    const { statusCode: status, headers } = response;
    answer = {
      status,
      retryAfter: readRetryAfter(oneOf(headers['retry-after']), clock.now()),
      responseHeaders: pairsOf(headers),
      responseBody: null,
      isBodyCut: false,
    };
    Object.assign(answer, await readStart(response.body));
    return { ...answer, cause: causeOfStatus(status), detail: null };
  } catch (error) {
    if (isLate) {
      return { ...(answer ?? NO_ANSWER), ...timedOut(given.timeoutMs) };
    }
    const { cause, detail } = causeOfError(error);
    // The response headers have arrived, so only the body is incomplete.
    const brokeOff = answer !== null && cause === 'reset';
    return { ...(answer ?? NO_ANSWER), cause: brokeOff ? ('broke_off' as const) : cause, detail };
  } finally {
    clearTimeout(timer);
  }
}

/** Takes the time of a receiver that does not answer; otherwise none. */
async function answerOfListener(listener: WebhookListenerAnswer, timeoutMs: number) {
  if (listener === 'slow') {
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    return { ...NO_ANSWER, ...timedOut(timeoutMs) };
  }
  const status = listener === 'ok' ? 200 : 500;
  const responseBody = Buffer.from(listener === 'ok' ? 'OK' : 'The test listener answers with an error');
  const responseHeaders: [string, string][] = [['content-type', 'text/plain']];
  return { ...NO_ANSWER, status, responseHeaders, responseBody, cause: causeOfStatus(status), detail: null };
}

function timedOut(timeoutMs: number) {
  return { cause: 'timeout' as const, detail: `no complete answer within ${timeoutMs / 1_000} s` };
}

interface Answer {
  status: number | null;
  retryAfter: number | null;
  responseHeaders: [string, string][];
  responseBody: Buffer | null;
  isBodyCut: boolean;
}

const NO_ANSWER: Answer = {
  status: null,
  retryAfter: null,
  responseHeaders: [],
  responseBody: null,
  isBodyCut: false,
};

/** Reads the start of a body and discards the rest without waiting for it. */
function readStart(
  body: Dispatcher.ResponseData['body'],
): Promise<{ responseBody: Buffer; isBodyCut: boolean }> {
  // Uses the stream's events: an async iterator would cost as much as the rest of a small response.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = () =>
      resolve({ responseBody: Buffer.concat(chunks).subarray(0, BODY_MAX), isBodyCut: length > BODY_MAX });
    body.on('error', reject);
    body.on('end', done);
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= BODY_MAX) return;
      done();
      // This also closes the connection.
      body.destroy();
    });
  });
}

function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function pairsOf(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, SECRET_HEADER.test(name) ? NOT_SHOWN : one]),
  );
}
