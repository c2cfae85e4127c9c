import type { CheckKind } from '../../../shared/domain/assist/text/check.ts';
import { fold, sentencesOf } from '../../../shared/domain/assist/text/fold.ts';
import {
  REHEARSAL_DETAILS,
  type RehearsalDetail,
  type RehearsalMood,
  type RehearsalOutcome,
  type RehearsalPace,
  type RehearsalQuestion,
} from '../../../shared/domain/rehearsal/rehearsal.ts';
import type { Hints, Line, Script } from './scripts/script.ts';

/** How a simulated customer decides what to write: by rules over what the member has answered. It needs no model. */

/** What is known of a conversation with a simulated customer. No text of it is kept here. */
export interface Progress {
  answered: RehearsalQuestion[];
  /** Questions that the customer has asked. */
  asked: RehearsalQuestion[];
  /** Details that the member has asked for. */
  given: RehearsalDetail[];
  /** Messages of the customer, and answers of members. */
  written: number;
  answers: number;
  /** How often the customer asked whether anyone is there: in all, and since the last answer. */
  nudges: number;
  nudgesInRow: number;
  /** Answers that have not answered the question: in all, and one after the other. */
  misses: number;
  missesInRow: number;
  /** How often a member was rude. */
  rude: number;
  firstResponseMs: number | null;
  /** The ids of the answers that were taken into account, in hex, so that none is read twice. */
  read: string[];
  /** What the check before sending finds in them: where it stands in which message, whose id is in hex. */
  findings: { kind: CheckKind; messageId: string; start: number; end: number }[];
  /** Whether the conversation was given to the member. */
  isAssigned: boolean;
}

export const FIRST_PROGRESS: Progress = {
  ...{ answered: [], asked: [], given: [], written: 0, answers: 0, rude: 0 },
  ...{ nudges: 0, nudgesInRow: 0, misses: 0, missesInRow: 0 },
  ...{ firstResponseMs: null, read: [], findings: [], isAssigned: false },
};

/** What the customer does next. `outcome`: they have come to an end, once they have written their lines. */
export interface Reaction {
  progress: Progress;
  lines: Line[];
  outcome: RehearsalOutcome | null;
}

const MESSAGES_MAX = 25;
const MISSES_MAX = 3;
const NUDGES_MAX = 2;
/** How long customers of each mood wait for an answer, at a normal pace. */
const PATIENCE_MS: Readonly<Record<RehearsalMood, number>> = {
  friendly: 180_000,
  confused: 150_000,
  impatient: 90_000,
  angry: 75_000,
};
const PACE: Readonly<Record<RehearsalPace, number>> = { calm: 1.6, normal: 1, busy: 0.5 };

/** Returns how long a customer waits before they write again. */
export function patienceMs(mood: RehearsalMood, pace: RehearsalPace): number {
  return PATIENCE_MS[mood] * PACE[pace];
}

/** Returns how long a customer types a line. */
export function typingMs({ text, hasPhoto }: Line, pace: RehearsalPace): number {
  const whole = 1_200 + Math.min(text.length, 120) * 55 + (hasPhoto ? 2_000 : 0);
  return Math.round(Math.min(whole, 8_000) * Math.max(PACE[pace], 0.5));
}

/** Returns the first messages of a customer. */
export function openWith(script: Script, progress: Progress): Reaction {
  const [first] = script.questions;
  return said({ ...progress, asked: first ? [first[0]] : [] }, [...script.opening]);
}

/** Returns what the customer writes to one or more new answers, which are read as one text. */
export function answerTo(script: Script, hints: Hints, progress: Progress, text: string): Reaction {
  const folded = fold(text);
  const isRude = hints.rude.test(folded);
  const { asks, rest } = readSentences(hints, text);
  const found = script.questions.map(([kind]) => kind).filter((kind) => hints.answers[kind].test(rest));
  const isNew = found.filter((kind) => !progress.answered.includes(kind));
  const next: Progress = {
    ...progress,
    answered: [...progress.answered, ...isNew],
    given: [...new Set([...progress.given, ...asks])],
    rude: progress.rude + (isRude ? 1 : 0),
    // An answer ends the wait.
    nudgesInRow: 0,
  };
  const lines: Line[] = isRude ? [{ text: hints.onRude }] : [];
  for (const detail of asks) lines.push(script.details[detail] ?? { text: hints.unknownDetail });
  const pending = script.questions.find(([kind]) => !next.answered.includes(kind));
  if (!pending) return { ...said(next, [...lines, { text: script.thanks }]), outcome: 'reached' };
  const [question, { ask, again }] = pending;
  if (isNew.length > 0) {
    return said({ ...next, missesInRow: 0, asked: [...new Set([...next.asked, question])] }, [
      ...lines,
      { text: next.asked.includes(question) ? again : ask },
    ]);
  }
  // They have something to do, or are asked to wait.
  if (asks.length > 0 || hints.holds.test(folded)) return said(next, lines);
  const missed = { ...next, misses: next.misses + 1, missesInRow: next.missesInRow + 1 };
  if (missed.missesInRow > MISSES_MAX) {
    const leaving = said(missed, [...lines, { text: hints.leaves.misunderstood }]);
    return { ...leaving, outcome: 'gave_up' };
  }
  return said(missed, [...lines, { text: again }]);
}

/** Returns what the customer writes when nobody has answered for as long as they wait. */
export function nudge(script: Script, hints: Hints, progress: Progress): Reaction {
  const { nudges, nudgesInRow } = progress;
  if (nudgesInRow >= NUDGES_MAX)
    return { ...said(progress, [{ text: hints.leaves.waited }]), outcome: 'gave_up' };
  const text = hints.nudges[script.mood][nudgesInRow] ?? hints.nudges[script.mood][0];
  return said({ ...progress, nudges: nudges + 1, nudgesInRow: nudgesInRow + 1 }, [{ text }]);
}

/** Counts what the customer writes. One who has written too much stops. */
function said(progress: Progress, lines: Line[]): Reaction {
  const written = progress.written + lines.length;
  return { progress: { ...progress, written }, lines, outcome: written >= MESSAGES_MAX ? 'gave_up' : null };
}

/**
 * Returns the details that a text asks for, in sentences that name them and ask for something, and the other sentences. "Send me
 * the new address, please" does not say that the address was changed.
 */
function readSentences(
  { asks, requests }: Hints,
  text: string,
): { asks: readonly RehearsalDetail[]; rest: string } {
  const asked = new Set<RehearsalDetail>();
  const rest: string[] = [];
  for (const { start, end } of sentencesOf(text)) {
    const sentence = fold(text.slice(start, end));
    const details = requests.test(sentence)
      ? REHEARSAL_DETAILS.filter((one) => asks[one].test(sentence))
      : [];
    for (const detail of details) asked.add(detail);
    if (details.length === 0) rest.push(sentence);
  }
  return { asks: [...asked], rest: rest.join('\n') };
}
