import type { MessageError } from '../../../shared/contract/messages.contract.ts';
import { errorOf, type SendOutcome } from '../../platform/graph/graph-client.ts';
import { isHopeless, isUnexplained } from '../../platform/graph/graph-errors.ts';
import type { Pause } from './send-pauses.repository.ts';

/** What an outcome that is no answer means for the message and for its neighbours. */
export interface Verdict {
  /** The message has failed at last. */
  refuse?: MessageError;
  /** In how many seconds the message is tried again. */
  seconds: number;
  /** Its bytes may have reached the platform: nothing is sent until that is known. */
  isUnknown: boolean;
  /** It was not the message's fault, so the try does not count. */
  isFree: boolean;
  /** Nothing of the workspace can go at the moment. */
  pause?: Pause;
  /** It may be that nothing can go; a few in a row make it certain. */
  isDownSign: boolean;
  /** The message has failed like this before and may itself be the cause: a sign from a probe only. */
  isAgain: boolean;
  tooFast: boolean;
  /** Too many messages to this one person. */
  isPairLimit: boolean;
}

/** How long a send whose outcome is unknown waits for a status before it is sent again. */
export const UNKNOWN_WAIT_SECONDS = 60;

export const DOWN: Pause = { reason: 'down', seconds: 1, maxSeconds: 30 };
const REFUSED: Pause = { reason: 'credentials', seconds: 30, maxSeconds: 300 };

const PAIR_LIMIT = 131056;
const NUMBER_LIMIT = 130429;
/** The app's and the business account's calls together, over minutes. */
const CALL_LIMITS = [4, 80007];
const MAX_BACKOFF_SECONDS = 30;
const MAX_PAIR_SECONDS = 300;

/** Reads an outcome that leaves the message waiting. `attempts` counts this one. */
export function judge(
  outcome: Extract<SendOutcome, { kind: 'later' | 'unknown' }>,
  attempts: number,
): Verdict {
  const verdict: Verdict = {
    seconds: 0,
    isUnknown: false,
    isFree: false,
    isDownSign: false,
    isAgain: false,
    tooFast: false,
    isPairLimit: false,
  };
  if (outcome.kind === 'unknown')
    return { ...verdict, seconds: UNKNOWN_WAIT_SECONDS, isUnknown: true, isDownSign: true };
  const backoff = Math.min(2 ** Math.max(0, attempts - 1), MAX_BACKOFF_SECONDS);
  const { fault, usage } = outcome;
  if (fault === null) return { ...verdict, seconds: backoff, isDownSign: true };
  if (fault.action === 'credentials') return { ...verdict, isFree: true, pause: REFUSED };
  if (fault.code === PAIR_LIMIT)
    return {
      ...verdict,
      seconds: Math.min(4 ** Math.max(0, attempts - 1), MAX_PAIR_SECONDS),
      isPairLimit: true,
    };
  if (fault.code === NUMBER_LIMIT || (fault.code === null && fault.status === 429))
    return { ...verdict, seconds: 1, isFree: true, tooFast: true };
  if (fault.code !== null && CALL_LIMITS.includes(fault.code)) {
    const seconds = (usage?.regainMinutes ?? 0) * 60 || 60;
    return {
      ...verdict,
      isFree: true,
      pause: { reason: 'throttled', seconds, maxSeconds: Math.max(seconds, 300) },
    };
  }
  if (isHopeless(fault.code, fault.subcode, attempts)) return { ...verdict, refuse: errorOf(fault) };
  // An unexplained error may be the message's own: only its first try counts, so that one message never stops all.
  const isAgain = attempts > 1 && isUnexplained(fault.code, fault.subcode);
  return { ...verdict, seconds: backoff, isDownSign: true, isAgain };
}
