import { CHANNEL_REASONS } from '../../../shared/domain/reasons/channel-reasons.ts';
import { explainSetupError } from '../../platform/account/setup-errors.ts';
import type { SendOutcome } from '../../platform/graph/graph-client.ts';
import type { GraphAnswer } from '../../platform/graph/graph-http.ts';
import type { PlatformError } from '../../platform/graph/platform-error.ts';
import type { ChannelError } from './channel-rows.ts';

/**
 * What a platform response means for the connection. `works`: the credentials are valid. `answers`: the
 * platform is reachable, but the credentials were not tested. `refuses`: it rejects them. `silent`: it is
 * unreachable.
 */
export type Verdict =
  | { kind: 'works' }
  | { kind: 'answers' }
  | { kind: 'refuses'; reason: ChannelError }
  | { kind: 'silent'; reason: ChannelError };

export function verdictOf(outcome: SendOutcome): Verdict {
  switch (outcome.kind) {
    case 'accepted':
    case 'refused':
      return { kind: 'works' };
    case 'unknown':
      return silent(outcome.reason);
    case 'later':
      return outcome.fault
        ? verdictOfFault(outcome.fault)
        : silent(outcome.reason, outcome.isCertificateError);
  }
}

export function verdictOfAnswer(answer: GraphAnswer): Verdict {
  if (answer.kind === 'ok') return { kind: 'works' };
  if (answer.kind === 'fault') return verdictOfFault(answer.fault);
  return silent(answer.reason, answer.kind === 'unreachable' && answer.isCertificateError);
}

function verdictOfFault(fault: PlatformError): Verdict {
  if (fault.action === 'credentials') return { kind: 'refuses', reason: explainSetupError(fault) };
  if (fault.action === 'show') return { kind: 'answers' };
  const isOutage = fault.status >= 500 || (fault.code === null && fault.status !== 429);
  return isOutage ? silent(fault.details ?? fault.title) : { kind: 'answers' };
}

function silent(detail: string, isCertificateError = false): Verdict {
  const name = isCertificateError ? 'certificate_not_accepted' : 'no_response';
  return { kind: 'silent', reason: { code: null, message: CHANNEL_REASONS.write(name, { detail }) } };
}

/** Returns the error for a number that exists on the platform but cannot send yet. */
export function registrationError(isRegistered: boolean): ChannelError | null {
  if (isRegistered) return null;
  return { code: null, message: CHANNEL_REASONS.write('number_not_registered_yet') };
}

/** Returns the error for an app that is not subscribed to the account, so that we receive no events. */
export function notSubscribed(): ChannelError {
  return { code: null, message: CHANNEL_REASONS.write('not_subscribed') };
}
