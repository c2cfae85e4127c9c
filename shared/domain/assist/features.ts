/** What the assistant can do. `model`: it needs a language model. `default`: its mode in a new workspace. */
export const ASSIST_FEATURES = {
  /** Saved replies that fit the customer's message, as chips above the composer. */
  replies: { model: false, default: 'on' },
  /** Warnings before a message is sent: gaps, missing attachments, other people's data. */
  check: { model: false, default: 'on' },
  /** Details in a customer's message that can be saved with the contact. */
  details: { model: false, default: 'on' },
  /** Reminders of what was promised to a customer. */
  promises: { model: false, default: 'on' },
  /** Suggested labels. */
  triage: { model: false, default: 'on' },
  /** Marks of conversations: urgent, only thanks, another language. */
  marks: { model: false, default: 'on' },
  /** Saved replies that are proposed at night, from answers that people gave by hand several times. */
  proposals: { model: false, default: 'on' },
  /** Approved saved replies that answer alone outside business hours. */
  afterHours: { model: false, default: 'off' },
  /** The next reply, prepared before the conversation is opened. */
  drafts: { model: true, default: 'off' },
  /** A message written from an agent's few words. */
  words: { model: true, default: 'on' },
  /** Corrected, shorter or friendlier text. */
  rewrite: { model: true, default: 'on' },
  /** Translations of messages and replies. */
  translate: { model: true, default: 'on' },
  /** A summary of a long conversation, with links to its messages. */
  catchUp: { model: true, default: 'on' },
  /** Answers from saved replies and earlier conversations, with their sources. */
  ask: { model: true, default: 'on' },
  /** What members ask to see of their own answers: late, left open, with another fact than a saved reply has. */
  review: { model: true, default: 'on' },
} as const satisfies Record<string, { model: boolean; default: AssistMode }>;

export type AssistFeature = keyof typeof ASSIST_FEATURES;
export const ASSIST_FEATURE_NAMES = Object.keys(ASSIST_FEATURES) as AssistFeature[];

/** `shadow`: computed and counted, but not shown. */
export const ASSIST_MODES = ['off', 'shadow', 'on'] as const;
export type AssistMode = (typeof ASSIST_MODES)[number];

/** Features that do nothing with the messages of a contact who is left out of the assistant. */
export const PERSONAL_FEATURES: ReadonlySet<AssistFeature> = new Set([
  ...(['replies', 'details', 'triage', 'marks', 'afterHours'] as const),
  ...(['drafts', 'words', 'translate', 'catchUp', 'review'] as const),
]);

/**
 * What became of a suggestion, in the order of its life. `eligible`: it could have been made. `gated`: it was
 * withheld. `ready`: it was there before anyone saw it; in test mode nobody does. `shown`: a person could take or leave it.
 * `read`: an answer or a translation, of which nothing is taken. `light`, `medium` and `heavy` say how much of it was
 * changed.
 */
export const ASSIST_OUTCOMES = [
  ...(['eligible', 'gated', 'ready', 'shown', 'read'] as const),
  ...(['unedited', 'light', 'medium', 'heavy', 'ignored', 'dismissed'] as const),
] as const;
export type AssistOutcome = (typeof ASSIST_OUTCOMES)[number];
/** With what the server counts of sent messages: their text began as a suggestion, and was corrected within a day. */
export const RESULT_OUTCOMES = [...ASSIST_OUTCOMES, 'sent', 'corrected'] as const;
export type ResultOutcome = (typeof RESULT_OUTCOMES)[number];

/** The features of which a person can take a text into a message. */
export const BEGINNINGS = ['replies', 'drafts', 'words', 'rewrite', 'translate'] as const;
export type Beginning = (typeof BEGINNINGS)[number];
/** Of these, those of which a person wrote the text first: it was only put differently. */
export const OF_OWN_TEXT: ReadonlySet<string> = new Set<Beginning>(['rewrite', 'translate']);

/** The languages that results are counted by. */
export const ASSIST_LANGUAGES = ['en', 'pt', 'es', 'other'] as const;
export type AssistLanguage = (typeof ASSIST_LANGUAGES)[number];

/** What the owner writes about the business, for texts that a model writes. */
export const PROFILE_WORDS_MAX = 120;
export const PROFILE_MAX = 1_000;

/** How many emails, phones and codes of a text are looked up. */
export const CHECKED_VALUES_MAX = 20;
