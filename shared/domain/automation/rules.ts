/** What a rule of automation can be made of: when, and, then (decision 0314). */

export const RULE_TRIGGERS = [
  'conversation_started',
  'keyword',
  'outside_hours',
  'label_added',
  'no_answer',
] as const;
export type RuleTriggerKind = (typeof RULE_TRIGGERS)[number];

export const RULE_ACTIONS = [
  'text',
  'saved_reply',
  'template',
  'assign',
  'label',
  'webhook',
  'snooze',
  'close',
] as const;
export type RuleActionKind = (typeof RULE_ACTIONS)[number];

/** The actions that send the customer a message. */
export const SENDING_ACTIONS: readonly RuleActionKind[] = ['text', 'saved_reply', 'template'];

/** The rules that come ready-made: a click creates one. */
export const READY_MADE_RULES = ['greeting', 'away'] as const;
export type ReadyMadeRule = (typeof READY_MADE_RULES)[number];

/** How a condition compares a field of the contact. */
export const FIELD_COMPARISONS = ['equal', 'different', 'filled', 'empty'] as const;

/** The fields that every contact has; others are custom fields, by their keys. */
export const RULE_FIELDS = ['name', 'email', 'status'] as const;

/** The languages that the country of a number suggests; `other` is every other country. */
export const RULE_LANGUAGES = ['en', 'es', 'pt', 'other'] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

/** Whether a message must be nothing but one of the words, or contain one. */
export const KEYWORD_MATCHES = ['whole', 'contains'] as const;

export const RULES_MAX = 50;
export const RULE_CONDITIONS_MAX = 8;
export const RULE_ACTIONS_MAX = 5;
export const RULE_WORDS_MAX = 20;
export const RULE_WORD_LENGTH_MAX = 60;
/** The longest wait for an answer, and the longest snooze, in hours. */
export const RULE_HOURS_MAX = 168;
/** The longest pause of a rule for one contact, in hours: 30 days. */
export const RULE_PAUSE_HOURS_MAX = 720;

/** What came of a run: `waiting` has not been done yet. */
export const RUN_RESULTS = ['waiting', 'done', 'partly', 'skipped', 'failed'] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/** Why a run did nothing, or why a rule was turned off. */
export const RUN_REASONS = [
  'rule_off',
  'contact_blocked',
  'condition',
  'pause',
  'hourly_limit',
  'daily_limit',
  'answered',
  'too_late',
  'server_error',
  'label_missing',
  'member_missing',
  'saved_reply_missing',
  'template_missing',
  'template_not_sendable',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** The reasons for which a rule is turned off: it cannot work until a person has changed it. */
export const RULE_PROBLEMS = [
  'label_missing',
  'member_missing',
  'saved_reply_missing',
  'template_missing',
  'template_not_sendable',
] as const satisfies readonly RunReason[];
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

/** Why one action of a run did nothing. */
export const ACTION_REASONS = [
  'window_closed',
  'not_connected',
  'unsubscribed',
  'no_phone',
  'missing_value',
  'invalid_value',
  'hourly_limit',
  'nobody_free',
  'unchanged',
  'too_many_labels',
] as const;
export type ActionReason = (typeof ACTION_REASONS)[number];

/** Why a rule would have done nothing, as a test of it says: with why none of its messages could have been sent. */
export const TEST_REASONS = [
  ...RUN_REASONS,
  'window_closed',
  'no_phone',
  'unsubscribed',
] as const satisfies readonly (RunReason | ActionReason)[];
export type TestReason = (typeof TEST_REASONS)[number];

/** Automatic messages to one contact within an hour, of all rules. It ends a conversation of two machines. */
export const MESSAGES_PER_HOUR = 3;
/** Actions for one contact within a day, of all rules. */
export const ACTIONS_PER_DAY = 30;
/** The runs of a rule are counted up to here. */
export const RUNS_COUNTED_MAX = 1_000;
/** How long runs are kept, in days. */
export const RUNS_KEPT_DAYS = 30;

/** What a test of a rule reads at most: the messages of so many days, the newest first, up to this many. */
export const TEST_DAYS = 30;
export const TEST_MESSAGES_MAX = 10_000;
/** The conversations that a test lists, of those that the rule would have run for. */
export const TEST_SHOWN = 50;

/** Returns a text as it is compared: lower case, without accents and punctuation, single spaces. */
export function foldWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether a message is, or contains as whole words, one of the words of a rule. */
export function matchesWords(
  text: string,
  { words, match }: { words: readonly string[]; match: (typeof KEYWORD_MATCHES)[number] },
): boolean {
  const folded = foldWords(text);
  if (folded === '') return false;
  return words.some((word) => {
    const wanted = foldWords(word);
    if (wanted === '') return false;
    return match === 'whole' ? folded === wanted : ` ${folded} `.includes(` ${wanted} `);
  });
}
