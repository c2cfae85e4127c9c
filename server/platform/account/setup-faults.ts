import { AppError, type ErrorDetail } from '../../../shared/domain/errors.ts';
import type { GraphFault } from '../graph/graph-fault.ts';
import { GraphError } from '../graph/graph-http.ts';
import { NEEDED_SCOPES } from './debug-token.ts';

/** An error of the platform while a number was being connected. */
export interface SetupFault {
  /** The platform's code. */
  code: string | null;
  /** The cause, and the one step that fixes it. */
  message: string;
  /** The field that it is about, if any. */
  path: 'accessToken' | 'pin' | 'code' | 'phoneNumberId' | 'override' | null;
}

type Words = Pick<SetupFault, 'message'> & { path?: SetupFault['path'] };

const BAD_TOKEN: Words = {
  path: 'accessToken',
  message:
    'The platform does not accept the access token. Generate a new one for the system user (business settings, System users, Generate token), with no expiration date, and enter it.',
};
const NO_RIGHT: Words = {
  path: 'accessToken',
  message: `The access token lacks a permission for this. Assign the account to the system user with full control, then generate a token with ${NEEDED_SCOPES.join(' and ')} and enter it.`,
};
const LOCKED =
  'The platform has locked this business account. See the reason under Account quality in the platform’s business settings and ask for a review there.';
const TOO_OFTEN = 'The platform received too many requests. Wait an hour, then try again.';

/** By the platform's code: what happened and what to do (PLATFORM 8 and 9). */
const WORDS: Readonly<Record<number, Words>> = {
  0: BAD_TOKEN,
  3: NO_RIGHT,
  4: { message: TOO_OFTEN },
  10: NO_RIGHT,
  33: { path: 'phoneNumberId', message: 'This number was deleted on the platform. Choose another.' },
  102: BAD_TOKEN,
  104: BAD_TOKEN,
  190: BAD_TOKEN,
  368: { message: LOCKED },
  463: BAD_TOKEN,
  80007: { message: TOO_OFTEN },
  131005: NO_RIGHT,
  131031: { message: LOCKED },
  131045: { message: 'The number’s certificate is not valid. Register the number again.' },
  133000: {
    message:
      'An earlier registration of this number was not removed completely. Deregister it on the platform, then register it here.',
  },
  133004: { message: 'The platform’s registration is busy. Try again in a few minutes.' },
  133005: {
    path: 'pin',
    message:
      'This number has two-step verification, and this is not its PIN. Enter the existing PIN. If you do not have it, switch two-step verification off in the platform’s number manager, then choose a new PIN here.',
  },
  133006: {
    message: 'The number must be verified first. Go back and enter the code that the platform sends.',
  },
  133008: {
    path: 'pin',
    message:
      'A wrong PIN was entered too many times. Wait as long as the platform says, then enter the correct one.',
  },
  133009: { path: 'pin', message: 'PINs were entered too quickly. Wait a minute, then try again.' },
  133010: { message: 'The number is not registered. Register it with a 6-digit PIN.' },
  133015: { message: 'This number was deleted a moment ago. Wait 5 minutes, then try again.' },
  133016: {
    message:
      'The number was registered and deregistered more than 10 times in 72 hours. Wait 72 hours, then register it once.',
  },
  136024: { message: 'Too many codes were requested. Wait an hour, then request one code only.' },
  136025: {
    path: 'code',
    message:
      'This code is wrong or has expired (codes are valid for about 10 minutes). Enter it again, or request a new one.',
  },
  2388091: { message: 'This number is being moved from another account. Finish or cancel that first.' },
  2388093: { message: 'This number is being moved from another account. Finish or cancel that first.' },
};

/** Explains an error of the platform to a person who connects a number. */
export function explainSetupFault(fault: GraphFault): SetupFault {
  const { code, details, title } = fault;
  const name = code === null ? null : String(code);
  const isRight = code !== null && code >= 200 && code <= 299;
  const words = isRight ? NO_RIGHT : code === null ? undefined : WORDS[code];
  const said = details ?? title;
  if (!words)
    return {
      code: name,
      path: null,
      message: `The platform rejected this: ${said || `HTTP ${fault.status}`}`,
    };
  const saysMore = code === 133008 || words === BAD_TOKEN || words === NO_RIGHT;
  const quote = saysMore && said !== '' ? ` The platform says: ${said}` : '';
  return { code: name, path: words.path ?? null, message: words.message + quote };
}

/** Whether the platform has an outage or did not respond: the error says nothing about the request. */
export function isOutage(error: GraphError): boolean {
  const { fault } = error;
  if (fault === null) return true;
  return fault.action === 'retry' && (fault.status >= 500 || fault.code === null || fault.code === 2);
}

/** Returns a GraphError as an AppError; other errors unchanged. `words`: what a code means in this call. */
export function setupError(
  error: unknown,
  words: Readonly<Record<number, { path: NonNullable<SetupFault['path']>; message: string }>> = {},
): unknown {
  if (!(error instanceof GraphError)) return error;
  if (error.fault === null || isOutage(error)) {
    const answer = error.fault ? ` It answered ${error.fault.code ?? `HTTP ${error.fault.status}`}.` : '';
    return new AppError('platform_unreachable', {
      message: `The messaging platform is unavailable right now.${answer} Try again in a minute.`,
      cause: error,
    });
  }
  const own = error.fault.code === null ? undefined : words[error.fault.code];
  const { path, message } = own ?? explainSetupFault(error.fault);
  const details: ErrorDetail[] = path === null ? [] : [{ path, message }];
  return new AppError('platform_refused', { message, details, cause: error });
}
