import { Agent, request } from 'undici';

interface PostOutcome {
  /** The HTTP status, or null when there was no answer. */
  readonly status: number | null;
  readonly detail: string;
  readonly body: string;
}

// Its own pool: callbacks come in bursts, and a hanging receiver must not take the connections of others.
const agent = new Agent({ connections: 64, keepAliveTimeout: 4_000 });

/** Sends one callback, without following redirects. Never throws: no answer is an outcome too. */
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
