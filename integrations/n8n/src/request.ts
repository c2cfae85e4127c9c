import { randomUUID } from 'node:crypto';
import type { ExecuteFunctions, HookFunctions, HttpRequest, HttpResponse } from './n8n.ts';

const CREDENTIAL = 'switchboardApi';
const RETRIES = 2;
const RETRIED_STATUSES = [429, 502, 503, 504];
const RETRIED_CODES = ['idempotency_in_progress', 'outcome_unknown'];
/** Only when the server says when: for a file that is being downloaded, not for one whose download failed. */
const RETRIED_CODES_WITH_A_WAIT = ['media_not_ready'];
const RETRY_AFTER_MAX_SECONDS = 60;
/** Before a request is repeated, when the server does not say how long to wait. */
const WAIT_SECONDS = 1;

/** An error of the API, as n8n shows it: the sentence, and below it what to do. */
export class SwitchboardApiError extends Error {
  override readonly name = 'SwitchboardApiError';
  readonly httpCode: string;
  readonly code: string;
  readonly description: string;

  constructor(
    status: number,
    error: { code?: string; message?: string; details?: object[]; docsUrl?: string } = {},
  ) {
    super(
      error.message ?? `The server answered with status ${status}. Check the base URL of the credential.`,
    );
    this.httpCode = String(status);
    this.code = error.code ?? 'unexpected_answer';
    const details = (error.details ?? []) as { path: string; message: string }[];
    this.description = [...details.map(({ path, message }) => `${path} ${message}`), error.docsUrl ?? '']
      .join('\n')
      .trim();
  }
}

/**
 * Sends a request to the API and returns the body of its response. Repeats it when the connection fails, when the server or
 * a proxy before it is busy, while the same request is still running, when it is unknown whether it was stored, and while a
 * file is being downloaded, as Retry-After says: a POST has an Idempotency-Key, its own if it is given none, and the other
 * methods are idempotent.
 * @throws {SwitchboardApiError} for any other response than success; n8n's own error when there is no response.
 */
export async function send(
  node: ExecuteFunctions | HookFunctions,
  request: Omit<HttpRequest, 'url'> & { path: string },
): Promise<HttpResponse['body']> {
  const { path, ...rest } = request;
  const headers =
    rest.method === 'POST' ? { 'Idempotency-Key': randomUUID(), ...rest.headers } : rest.headers;
  const { baseUrl } = await node.getCredentials(CREDENTIAL);
  const url = `${String(baseUrl).replace(/\/+$/, '')}/api/v1${path}`;
  for (let retries = 0; ; retries += 1) {
    let response: HttpResponse;
    try {
      response = (await node.helpers.httpRequestWithAuthentication.call(node, CREDENTIAL, {
        ...rest,
        ...(headers && { headers }),
        url,
        json: true,
        returnFullResponse: true,
        ignoreHttpStatusErrors: true,
        // A POST that follows a redirect to https would become a GET, and its answer would look like success.
        disableFollowRedirect: true,
      })) as HttpResponse;
    } catch (error) {
      // There was no response, so it is unknown whether the server has got the request.
      if (retries >= RETRIES) throw error;
      await wait(WAIT_SECONDS);
      continue;
    }
    const isObject = typeof response.body === 'object' && response.body !== null;
    if (response.statusCode < 300 && isObject) return response.body;
    const asked = response.headers['retry-after'];
    const seconds = Number(asked ?? WAIT_SECONDS);
    const code = response.body?.error?.code ?? '';
    const canRetry =
      RETRIED_STATUSES.includes(response.statusCode) ||
      RETRIED_CODES.includes(code) ||
      (asked !== undefined && RETRIED_CODES_WITH_A_WAIT.includes(code));
    if (!canRetry || retries >= RETRIES || !(seconds <= RETRY_AFTER_MAX_SECONDS)) {
      throw new SwitchboardApiError(response.statusCode, response.body?.error);
    }
    await wait(seconds);
  }
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
