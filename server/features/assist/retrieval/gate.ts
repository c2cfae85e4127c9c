/** How sure a workspace must be before it shows anything, learned from its own history. */
export interface Gate {
  /** The least score of the first. */
  score: number;
  /** How far it must be ahead of the second. */
  margin: number;
  /** Whether the history was long enough to learn it. */
  isFitted: boolean;
}

/** One message of the history, answered by the model without having seen it. */
export interface Trial {
  first: number;
  second: number;
  isRight: boolean;
  /** A person answered it in their own words: no reply is right. */
  isStray: boolean;
}

/** The least share of shown suggestions that must contain the reply the person then chose. */
const PRECISION = 0.8;
const TRIALS_MIN = 40;
/** The least share of messages that no saved reply answers. */
const STRAYS = 0.4;
const MARGINS = [0, 0.02, 0.05, 0.1, 0.2];
/** Used until the history is long enough. */
const FIRST_GATE: Gate = { score: 0.25, margin: 0, isFitted: false };
/** Shows nothing: the history says that no score is good enough. */
const CLOSED_GATE: Gate = { score: Number.POSITIVE_INFINITY, margin: 0, isFitted: true };

/** Returns whether a message passes. */
export function isOpen(gate: Gate, { first, second }: Pick<Trial, 'first' | 'second'>): boolean {
  return first >= gate.score && first - second >= gate.margin;
}

/**
 * Returns the gate that shows most while enough of it is right. Messages that a person answered in their own words count
 * as a part of all at least: few of them were kept, and each is one for which showing nothing was right.
 */
export function fitGate(trials: readonly Trial[], precision = PRECISION): Gate {
  if (trials.length < TRIALS_MIN) return FIRST_GATE;
  const strays = trials.filter(({ isStray }) => isStray).length;
  const weight = strays === 0 ? 1 : Math.max(1, ((trials.length - strays) * STRAYS) / (1 - STRAYS) / strays);
  let best = CLOSED_GATE;
  let most = 0;
  for (const margin of MARGINS) {
    const sure = trials
      .filter(({ first, second }) => first - second >= margin)
      .toSorted((left, right) => right.first - left.first);
    let right = 0;
    let shown = 0;
    for (const [at, trial] of sure.entries()) {
      shown += trial.isStray ? weight : 1;
      if (trial.isRight) right += 1;
      // Of trials with the same score, all pass or none.
      if (sure[at + 1]?.first === trial.first) continue;
      if (right / shown >= precision && right > most) {
        most = right;
        // Half way to the next one: new messages are not exactly like those of the history.
        const score = (trial.first + (sure[at + 1]?.first ?? 0)) / 2;
        best = { score, margin, isFitted: true };
      }
    }
  }
  return best;
}
