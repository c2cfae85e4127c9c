import { z } from 'zod';
import { actionFor, type GraphAction } from './graph-errors.ts';

/** A parsed error of the platform. `code` is null when there is none; `details` are the platform's words. */
export interface PlatformError {
  /** HTTP status of the response. It is unreliable, so `action` depends on the code first. */
  status: number;
  code: number | null;
  subcode: number | null;
  /** The platform's message for people, if any. */
  title: string;
  details: string | null;
  action: GraphAction;
  /** The platform's trace id of this call, for its support. */
  traceId: string | null;
  /** The seconds that a 429 or 503 asks to wait, in `Retry-After`, at most 600; null for other answers and without it. */
  retryAfterSeconds: number | null;
}

const ErrorSchema = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    message: z.string().optional(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_msg: z.string().optional(),
    error_data: z.union([z.looseObject({ details: z.string().optional() }), z.string()]).optional(),
    fbtrace_id: z.string().optional(),
  }),
});

/** Parses an error response. `is_transient` decides, then the code, then the HTTP status (PLATFORM 9). */
export function readPlatformError(
  status: number,
  body: unknown,
  retryAfterSeconds: number | null = null,
): PlatformError {
  const parsed = ErrorSchema.safeParse(body);
  if (!parsed.success) {
    // A response without a code is not from the platform itself (but from a proxy, say), so it says nothing
    // about the token.
    const action = status >= 500 || status === 429 || status === 401 ? 'retry' : 'show';
    const title = `WhatsApp answered HTTP ${status}.`;
    return {
      status,
      code: null,
      subcode: null,
      title,
      details: null,
      action,
      traceId: null,
      retryAfterSeconds,
    };
  }
  const { code, message, error_subcode, error_user_msg, error_data, fbtrace_id, is_transient } =
    parsed.data.error;
  return {
    status,
    code,
    subcode: error_subcode ?? null,
    title: error_user_msg ?? message ?? '',
    details:
      typeof error_data === 'string'
        ? error_data
        : (error_data?.details ?? error_user_msg ?? message ?? null),
    action: actionFor(code, error_subcode ?? null, { isTransient: is_transient === true, status }),
    traceId: fbtrace_id ?? null,
    retryAfterSeconds,
  };
}
