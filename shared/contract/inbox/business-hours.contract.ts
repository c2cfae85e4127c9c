import { z } from 'zod';
import { lineText } from '../../domain/text.ts';
import { DAY_MINUTES, type OpenHours } from '../../domain/time/business-time.ts';
import { isTimeZone } from '../../domain/time/time-zones.ts';
import { route } from '../base.ts';

/** Stretches of a day, closed days and minutes of a target, at most. */
export const OPEN_HOURS_MAX = 4;
export const CLOSED_DAYS_MAX = 100;
export const TARGET_MINUTES_MAX = 7 * DAY_MINUTES;

const MinuteSchema = z.int().min(0).max(DAY_MINUTES);

const DaySchema = z
  .array(z.strictObject({ from: MinuteSchema, to: MinuteSchema }))
  .max(OPEN_HOURS_MAX, `must have at most ${OPEN_HOURS_MAX} entries`)
  .refine((day) => isInOrder(day), 'must be in order, end after they start, and not overlap');

export const BusinessHoursSchema = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, 'must be the name of a time zone, as in Europe/Berlin'),
  week: z.array(DaySchema).length(7, 'must have seven days').describe('From Sunday to Saturday'),
  closedDays: z
    .array(z.strictObject({ date: z.iso.date(), name: lineText({ max: 60 }) }))
    .max(CLOSED_DAYS_MAX, `must have at most ${CLOSED_DAYS_MAX} days`),
});

const TargetSchema = z
  .int()
  .min(1)
  .max(TARGET_MINUTES_MAX)
  .nullable()
  .describe('Minutes of business hours; null for no target');

export const ResponseRulesSchema = z.strictObject({
  hours: BusinessHoursSchema.nullable().describe('Null: always open'),
  firstResponseMinutes: TargetSchema,
  nextResponseMinutes: TargetSchema,
});

export const businessHoursContract = {
  get: route('messages:read')
    .route({ method: 'GET', path: '/business-hours' })
    .input(z.object({}))
    .output(ResponseRulesSchema),
  change: route('settings:manage')
    .route({ method: 'PUT', path: '/business-hours' })
    .input(z.object({ body: ResponseRulesSchema }))
    .output(ResponseRulesSchema),
};

function isInOrder(day: readonly OpenHours[]): boolean {
  return day.every(({ from, to }, index) => from < to && from >= (day[index - 1]?.to ?? 0));
}
