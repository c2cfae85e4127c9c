/** The figures that a list of conversations can be opened for. */
export const INSIGHT_FIGURES = [
  'messages_received',
  'messages_sent',
  'conversations_opened',
  'conversations_closed',
  'first_response',
  'windows_lost',
  'failed_sends',
  'open',
  'waiting',
] as const;
export type InsightFigure = (typeof INSIGHT_FIGURES)[number];

/** Broadcasts that are listed at most. */
export const INSIGHT_BROADCASTS_MAX = 50;

/** The code of an error as it is counted: 1 to 40 letters, digits, dots and hyphens. */
export const FAILURE_REASON = /^[\w.-]{1,40}$/;

/** How long open conversations have been open: each up to the time in `OPEN_AGE_HOURS`, the last without a limit. */
export const OPEN_AGES = ['under_1h', 'under_4h', 'under_1d', 'under_3d', 'under_7d', 'over_7d'] as const;
export type OpenAge = (typeof OPEN_AGES)[number];
export const OPEN_AGE_HOURS: Readonly<Record<OpenAge, number>> = {
  under_1h: 1,
  under_4h: 4,
  under_1d: 24,
  under_3d: 72,
  under_7d: 168,
  over_7d: Number.POSITIVE_INFINITY,
};

/** Days that one period can have. */
export const INSIGHT_RANGE_MAX_DAYS = 366;
