import { type ErrorDetail, SwitchboardError } from './switchboard-error.ts';

interface ErrorBody {
  error: { code: string; message: string; details?: ErrorDetail[]; requestId?: string };
}

/** The body of a good answer. @throws {SwitchboardError} for any other. */
export async function readAnswer(response: Response): Promise<unknown> {
  const body = asJson(await response.text());
  if (response.ok && body !== undefined) return body;
  const { status, headers } = response;
  const facts = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterOf(headers.get('retry-after')),
  };
  if (response.ok || !isErrorBody(body)) {
    const message = `The answer with status ${status} is none of the Switchboard API. Is baseUrl right?`;
    throw new SwitchboardError({ ...facts, code: 'unexpected_answer', message });
  }
  const { code, message, details } = body.error;
  throw new SwitchboardError({ ...facts, code, message, details: details ?? [] });
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

/** Seconds or a date, in milliseconds from now. */
function retryAfterOf(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
