import { type ErrorDetail, SwitchboardError } from './switchboard-error.ts';

interface ErrorBody {
  error: {
    code: string;
    message: string;
    details?: ErrorDetail[];
    contactId?: string;
    requestId?: string;
    docsUrl?: string;
  };
}

/** Returns the body of a successful response. @throws {SwitchboardError} for any other response. */
export async function readResponse(response: Response): Promise<unknown> {
  const body = asJson(await response.text());
  if (response.ok && body !== undefined) return body;
  const { status, headers } = response;
  const facts = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterOf(headers.get('retry-after')),
  };
  if (response.ok || !isErrorBody(body)) {
    const origin = originOfRedirect(response);
    const message =
      origin === null
        ? `The response (status ${status}) is not from the Switchboard API. Check baseUrl.`
        : `The server redirects to ${origin}. Use that address as baseUrl.`;
    throw new SwitchboardError({ ...facts, code: 'unexpected_answer', message });
  }
  const { code, message, details = [], docsUrl = null, contactId = null } = body.error;
  throw new SwitchboardError({ ...facts, code, message, details, docsUrl, contactId });
}

/** Returns the other server that a response redirects to, such as the same one over https; else null. */
function originOfRedirect({ status, headers, url }: Response): string | null {
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null || !URL.canParse(location, url)) return null;
  const { origin } = new URL(location, url);
  return origin === new URL(url).origin ? null : origin;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  const error = (body as { error?: unknown } | null | undefined)?.error;
  return typeof (error as { code?: unknown } | null | undefined)?.code === 'string';
}

/** Parses a Retry-After header, in seconds or as a date. Returns milliseconds from now. */
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
