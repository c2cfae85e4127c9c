import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import { GraphError } from '../graph/graph-http.ts';
import type { PlatformError } from '../graph/platform-error.ts';

/** An error of the platform while a number was being connected. */
export interface ExplainedError {
  /** The platform's code. */
  code: string | null;
  /** The cause, and the one step that fixes it. */
  message: string;
  /** The field that it is about, if any. */
  path: 'accessToken' | 'pin' | 'code' | 'phoneNumberId' | 'override' | null;
}

const SENTENCES = CHANNEL_REASONS.sentences;

interface Words {
  is: keyof typeof SENTENCES;
  path?: ExplainedError['path'];
  /** The sentence that also quotes the platform. */
  quoting?: 'token_rejected_detail' | 'permission_missing_detail' | 'pin_blocked_detail';
}

const BAD_TOKEN: Words = { is: 'token_rejected', path: 'accessToken', quoting: 'token_rejected_detail' };
const NO_RIGHT: Words = {
  is: 'permission_missing',
  path: 'accessToken',
  quoting: 'permission_missing_detail',
};

/** By the platform's code: what happened and what to do (PLATFORM 8 and 9). */
const WORDS: Readonly<Record<number, Words>> = {
  0: BAD_TOKEN,
  3: NO_RIGHT,
  4: { is: 'too_many_requests' },
  10: NO_RIGHT,
  33: { is: 'number_deleted', path: 'phoneNumberId' },
  102: BAD_TOKEN,
  104: BAD_TOKEN,
  190: BAD_TOKEN,
  368: { is: 'account_locked' },
  463: BAD_TOKEN,
  80007: { is: 'too_many_requests' },
  131005: NO_RIGHT,
  131031: { is: 'account_locked' },
  131045: { is: 'certificate_invalid' },
  133000: { is: 'deregistration_unfinished' },
  133004: { is: 'registration_busy' },
  133005: { is: 'pin_wrong', path: 'pin' },
  133006: { is: 'number_not_verified' },
  133008: { is: 'pin_blocked', path: 'pin', quoting: 'pin_blocked_detail' },
  133009: { is: 'pin_too_fast', path: 'pin' },
  133010: { is: 'number_not_registered' },
  133015: { is: 'number_just_deleted' },
  133016: { is: 'registered_too_often' },
  136024: { is: 'too_many_codes' },
  136025: { is: 'code_wrong', path: 'code' },
  2388091: { is: 'number_moving' },
  2388093: { is: 'number_moving' },
};

/** Explains an error of the platform to a person who connects a number. */
export function explainSetupError(fault: PlatformError): ExplainedError {
  const { code, details, title } = fault;
  const name = code === null ? null : String(code);
  const isRight = code !== null && code >= 200 && code <= 299;
  const words = isRight ? NO_RIGHT : code === null ? undefined : WORDS[code];
  const said = details ?? title;
  if (!words)
    return {
      code: name,
      path: null,
      message: CHANNEL_REASONS.write('rejected', { detail: said || `HTTP ${fault.status}` }),
    };
  const message =
    words.quoting && said !== ''
      ? CHANNEL_REASONS.write(words.quoting, { detail: said })
      : SENTENCES[words.is];
  return { code: name, path: words.path ?? null, message };
}

/** Whether the platform has an outage or did not respond: the error says nothing about the request. */
export function isOutage(error: GraphError): boolean {
  const { fault } = error;
  if (fault === null) return true;
  return fault.action === 'retry' && (fault.status >= 500 || fault.code === null || fault.code === 2);
}

/** Sent as Retry-After during an outage of the platform, whose end is not known. The messages say a minute. */
const OUTAGE_SECONDS = 60;

/** Returns a GraphError as an AppError; other errors unchanged. `words`: what a code means in this call. */
export function setupError(
  error: unknown,
  words: Readonly<Record<number, { path: NonNullable<ExplainedError['path']>; message: string }>> = {},
): unknown {
  if (!(error instanceof GraphError)) return error;
  if (error.fault === null || isOutage(error)) {
    const { code, status } = error.fault ?? {};
    const silence = error.isCertificateError
      ? CHANNEL_REASONS.write('certificate_not_accepted', { detail: error.message })
      : SENTENCES.unavailable;
    const message = error.fault
      ? CHANNEL_REASONS.write('unavailable_answer', { answer: code ?? `HTTP ${status}` })
      : silence;
    return new AppError('platform_unreachable', { message, retryAfter: OUTAGE_SECONDS, cause: error });
  }
  const own = error.fault.code === null ? undefined : words[error.fault.code];
  const { path, message } = own ?? explainSetupError(error.fault);
  const details: ErrorDetail[] = path === null ? [] : [{ path, message }];
  return new AppError('platform_refused', { message, details, cause: error });
}
