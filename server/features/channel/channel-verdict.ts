import { explainSetupFault } from '../../platform/account/setup-faults.ts';
import type { SendOutcome } from '../../platform/graph/graph-client.ts';
import type { GraphFault } from '../../platform/graph/graph-fault.ts';
import type { GraphAnswer } from '../../platform/graph/graph-http.ts';
import type { ChannelFault } from './channel-rows.ts';

/**
 * What an answer of the platform says of the connection. `works`: the credentials are good. `answers`: it is
 * there, and says nothing of them. `refuses`: it says no to them. `silent`: it is away.
 */
export type Verdict =
  | { kind: 'works' }
  | { kind: 'answers' }
  | { kind: 'refuses'; reason: ChannelFault }
  | { kind: 'silent'; reason: ChannelFault };

export function verdictOf(outcome: SendOutcome): Verdict {
  switch (outcome.kind) {
    case 'accepted':
    case 'refused':
      return { kind: 'works' };
    case 'unknown':
      return silent(outcome.reason);
    case 'later':
      return outcome.fault ? verdictOfFault(outcome.fault) : silent(outcome.reason);
  }
}

export function verdictOfAnswer(answer: GraphAnswer): Verdict {
  if (answer.kind === 'ok') return { kind: 'works' };
  return answer.kind === 'fault' ? verdictOfFault(answer.fault) : silent(answer.reason);
}

function verdictOfFault(fault: GraphFault): Verdict {
  if (fault.action === 'credentials') return { kind: 'refuses', reason: explainSetupFault(fault) };
  if (fault.action === 'show') return { kind: 'answers' };
  const isOutage = fault.status >= 500 || (fault.code === null && fault.status !== 429);
  return isOutage ? silent(fault.details ?? fault.title) : { kind: 'answers' };
}

function silent(words: string): Verdict {
  return { kind: 'silent', reason: { code: null, message: `The platform did not respond: ${words}` } };
}

/** A number that the platform knows and that cannot send yet. */
export function registrationFault(isRegistered: boolean): ChannelFault | null {
  if (isRegistered) return null;
  return { code: null, message: 'The number is not registered yet. Register it with a 6-digit PIN.' };
}
