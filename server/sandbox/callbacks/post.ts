import { Agent, request } from 'undici';

interface PostOutcome {
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  readonly detail: string;
  readonly body: string;
}

// A separate pool, because callbacks are sent in bursts and a hanging receiver must not use up connections.
const agent = new Agent({ connections: 64, keepAliveTimeout: 4_000 });

/** Sends a callback without following redirects. Never throws; a missing response is an outcome too. */
export async function postCallback(
  url: string,
  body: string,
  signature: string | null,
  timeoutMs: number,
): Promise<PostOutcome> {
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.body.text();
    return { status: response.statusCode, detail: `HTTP ${response.statusCode}`, body: text.slice(0, 2_000) };
  } catch (error) {
    return { status: null, detail: reasonOf(error), body: '' };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ECONNREFUSED' ? 'connection refused' : (code ?? error.message);
}
