import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { errorOf, type SendOutcome } from '../../platform/graph/graph-client.ts';
import { isHopeless, isUnexplained } from '../../platform/graph/graph-errors.ts';
import type { Pause } from './send-pauses.repository.ts';

/** The consequences of an inconclusive outcome, for the message and for its workspace. */
export interface Verdict {
  /** The message has finally failed, with this error. */
  refuse?: MessageError;
  /** Seconds until the message is retried. */
  seconds: number;
  /** The message may have reached the platform: it is not sent again until that is known. */
  isUnknown: boolean;
  /** The cause is not the message itself, so the attempt does not count. */
  isFree: boolean;
  /** Pause all sends of the workspace. */
  pause?: Pause;
  /** The platform may be down; several of these signs in a row confirm it. */
  isDownSign: boolean;
  /** The message has failed like this before and may be the cause, so only a probe counts it as a sign. */
  isAgain: boolean;
  tooFast: boolean;
  /** The platform asked for the time until the next try. */
  isAsked: boolean;
  /** Too many messages to this one person. */
  isPairLimit: boolean;
}

/** How long a send whose outcome is unknown waits for a status before it is sent again. */
export const UNKNOWN_WAIT_SECONDS = 60;

export const DOWN: Pause = { reason: 'down', seconds: 1, maxSeconds: 30 };
const REFUSED: Pause = { reason: 'credentials', seconds: 30, maxSeconds: 300 };

const PAIR_LIMIT = 131056;
const NUMBER_LIMIT = 130429;
/** Limits on the calls of the app and of the business account over minutes. */
const CALL_LIMITS = [4, 80007];
const MAX_BACKOFF_SECONDS = 30;
const MAX_PAIR_SECONDS = 300;

/** Returns after how many seconds a message is tried again that has been tried so often. */
export function backoffSeconds(attempts: number): number {
  return Math.min(2 ** Math.max(0, attempts - 1), MAX_BACKOFF_SECONDS);
}

/**
 * Returns the verdict on an outcome that leaves the message waiting. `attempts` includes this one; `isUpload`: it is the
 * outcome of the upload of its file; `triesMax` is how often an error without a reason is tried.
 */
export function judge(
  outcome: Extract<SendOutcome, { kind: 'later' | 'unknown' }>,
  { attempts, isUpload = false }: { attempts: number; isUpload?: boolean },
  triesMax: number,
): Verdict {
  const verdict: Verdict = {
    seconds: 0,
    isUnknown: false,
    isFree: false,
    isDownSign: false,
    isAgain: false,
    tooFast: false,
    isAsked: false,
    isPairLimit: false,
  };
  if (outcome.kind === 'unknown')
    return { ...verdict, seconds: UNKNOWN_WAIT_SECONDS, isUnknown: true, isDownSign: true };
  const backoff = backoffSeconds(attempts);
  const { fault, usage } = outcome;
  // An upload may fail because of its file: then only the first try of the message is a sign.
  if (fault === null)
    return { ...verdict, seconds: backoff, isDownSign: true, isAgain: isUpload && attempts > 1 };
  const { code, subcode, status, retryAfterSeconds } = fault;
  const asked = retryAfterSeconds ?? 0;
  verdict.isAsked = asked > 0;
  if (fault.action === 'credentials') return { ...verdict, isFree: true, pause: REFUSED };
  if (code === PAIR_LIMIT)
    return {
      ...verdict,
      seconds: Math.min(4 ** Math.max(0, attempts - 1), MAX_PAIR_SECONDS),
      isPairLimit: true,
    };
  if (code === NUMBER_LIMIT || (code === null && status === 429))
    return { ...verdict, seconds: Math.max(1, asked), isFree: true, tooFast: true };
  if (code !== null && CALL_LIMITS.includes(code)) {
    const seconds = Math.max(asked, (usage?.regainMinutes ?? 0) * 60 || 60);
    return {
      ...verdict,
      isFree: true,
      pause: { reason: 'throttled', seconds, maxSeconds: Math.max(seconds, 300) },
    };
  }
  if (isHopeless(code, subcode, { attempts, triesMax })) return { ...verdict, refuse: errorOf(fault) };
  // An unexplained error may be caused by the message, like one of an upload: only its first attempt counts as a sign, so
  // that one message never stops all others.
  const isAgain = attempts > 1 && (isUpload || isUnexplained(code, subcode));
  return { ...verdict, seconds: Math.max(backoff, asked), isDownSign: true, isAgain };
}
