import {
  INSIGHT_FIGURES,
  type InsightFigure,
  OPEN_AGES,
  type OpenAge,
} from '../../../shared/domain/insights.ts';

/** The periods with a name, by their days; 7 days if none is chosen. */
export const PERIOD_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type PeriodName = keyof typeof PERIOD_DAYS;

/** What the address of the page says: the period, and the figure whose conversations are listed. */
export interface InsightsSearch {
  period?: PeriodName | undefined;
  /** A period of one's own, as `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  figure?: InsightFigure | undefined;
  age?: OpenAge | undefined;
  reason?: string | undefined;
  member?: string | undefined;
  /** The begin of an hour of a chart, in UTC. */
  hour?: string | undefined;
  /** Whether the figure is one of today, whatever the period. */
  of?: 'today' | undefined;
}

/** What a figure is of: all that its list of conversations is filtered by. */
export type Behind = Pick<InsightsSearch, 'age' | 'reason' | 'member' | 'hour' | 'of'> & {
  figure: InsightFigure;
};

const HOUR = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isHour = (text: unknown): text is string =>
  typeof text === 'string' && HOUR.test(text) && !Number.isNaN(Date.parse(text));
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Reads the address; what it does not know is left out. */
export function readInsightsSearch(raw: Record<string, unknown>): InsightsSearch {
  const isRange = isDay(raw.from) && isDay(raw.to) && raw.from <= raw.to;
  const figure = INSIGHT_FIGURES.find((one) => one === raw.figure);
  return {
    period: isRange ? undefined : (['30d', '90d'] as const).find((name) => name === raw.period),
    ...(isRange && { from: raw.from as string, to: raw.to as string }),
    figure,
    ...(figure && {
      age: OPEN_AGES.find((age) => age === raw.age),
      // A code of digits in a typed address is parsed as a number.
      reason: ['string', 'number'].includes(typeof raw.reason) ? String(raw.reason) : undefined,
      of: raw.of === 'today' ? 'today' : undefined,
      hour: isHour(raw.hour) ? raw.hour : undefined,
      member: typeof raw.member === 'string' ? raw.member : undefined,
    }),
  };
}
