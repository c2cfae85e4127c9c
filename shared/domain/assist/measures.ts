import type { AssistFeature, ResultOutcome } from './features.ts';

/** What the counts of a feature say. A share is null where it would say nothing. */
interface AssistMeasures {
  /** How often there was something to offer; in test mode, how often there would have been. */
  offered: number;
  /** The share of all times at which there could have been something. */
  coverage: number | null;
  /** Of what was offered: taken as it was or nearly so, taken and changed, and refused. */
  accepted: number | null;
  edited: number | null;
  dismissed: number | null;
  /** Of the sent texts that began as a suggestion, those that were corrected within a day. */
  corrected: number | null;
}

/** Features that are offered by a rule, or found where nobody looked: there is no number of times to compare with. */
const WITHOUT_COVERAGE: ReadonlySet<AssistFeature> = new Set(['proposals', 'catchUp']);
/** What answers on its own, or is only read: nobody accepts it. */
const WITHOUT_ACCEPTANCE: ReadonlySet<AssistFeature> = new Set(['marks', 'afterHours', 'ask']);
/** In test mode, what a person does without a suggestion is compared with it. Of the others, nothing is known. */
const COMPARED_IN_TEST: ReadonlySet<AssistFeature> = new Set(['replies', 'triage', 'drafts']);

/** Returns what the counts of a feature say: acceptance beside coverage, because either alone misleads. */
export function measuresOf(
  feature: AssistFeature,
  outcomes: Readonly<Record<ResultOutcome, number>>,
  isTest: boolean,
): AssistMeasures {
  const { eligible, ready, shown, read, unedited, light, medium, heavy, dismissed, sent, corrected } =
    outcomes;
  const whole = isTest ? ready : shown;
  const offered = whole + read;
  const isDecided = !WITHOUT_ACCEPTANCE.has(feature) && (!isTest || COMPARED_IN_TEST.has(feature));
  const share = (part: number) => (isDecided && whole > 0 ? part / whole : null);
  return {
    offered,
    coverage: eligible === 0 || WITHOUT_COVERAGE.has(feature) ? null : offered / eligible,
    accepted: share(unedited + light),
    edited: share(medium + heavy),
    // Nobody can refuse what they do not see.
    dismissed: isTest ? null : share(dismissed),
    corrected: sent > 0 ? corrected / sent : null,
  };
}
