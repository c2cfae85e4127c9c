import type {
  RehearsalDetail,
  RehearsalLanguage,
  RehearsalMood,
  RehearsalQuestion,
  RehearsalScript,
} from '../../../../shared/domain/rehearsal/rehearsal.ts';

/** What a customer writes at once: a text, or the sample photo with a caption. */
export interface Line {
  text: string;
  hasPhoto?: true;
}

/** One simulated customer: what they want, and what they say. */
export interface Script {
  kind: RehearsalScript;
  mood: RehearsalMood;
  /** Their name on the platform. */
  name: string;
  /** Their first messages, which ask the first question. */
  opening: readonly Line[];
  /** What must be answered, in the order in which they ask it: how they ask, and how they ask once more. */
  questions: readonly (readonly [RehearsalQuestion, { ask: string; again: string }])[];
  /** What they say when they are asked for a detail. What is not listed, they do not have. */
  details: Readonly<Partial<Record<RehearsalDetail, Line>>>;
  /** When everything is answered. */
  thanks: string;
}

/** How a language recognizes what a member has written. The patterns are for folded text: small letters, no accents. */
export interface Hints {
  answers: Readonly<Record<RehearsalQuestion, RegExp>>;
  asks: Readonly<Record<RehearsalDetail, RegExp>>;
  /** A sentence that asks for something: only such a one asks for a detail. */
  requests: RegExp;
  /** The member asks for time: no answer yet, and no misunderstanding. */
  holds: RegExp;
  rude: RegExp;
  /** What customers of each mood say while they wait, the first and the second time. */
  nudges: Readonly<Record<RehearsalMood, readonly [string, string]>>;
  onRude: string;
  /** To a question about something that they do not have. */
  unknownDetail: string;
  /** When they stop, having waited too long or not been understood. */
  leaves: Readonly<{ waited: string; misunderstood: string }>;
}

/** The scripts of a language, with its hints. */
export interface ScriptBook {
  language: RehearsalLanguage;
  hints: Hints;
  scripts: readonly Script[];
}
