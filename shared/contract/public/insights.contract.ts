import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { FAILURE_REASON, INSIGHT_FIGURES, INSIGHT_RANGE_MAX_DAYS, OPEN_AGES } from '../../domain/insights.ts';
import { BROADCAST_STATUSES } from '../../domain/templates/broadcasts.ts';
import { TimeSchema } from '../../domain/text.ts';
import { DAY_MS } from '../../domain/time/durations.ts';
import { CursorSchema, cursorPageOf, limitQuery, route } from '../base.ts';

const count = z.int().min(0);
const seconds = z.int().min(0).nullable();
const date = z.iso
  .date({ error: 'must be a day, such as 2026-03-04' })
  // Times of an earlier or later period could not be written with four digits for the year.
  .refine((day) => day >= '1970-01-01' && day < '9000-01-01', 'must be a day between 1970 and 8999');

const range = {
  from: date.optional().describe('First day, in the time zone of the workspace'),
  to: date.optional().describe('Until this day; today if not given'),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(INSIGHT_RANGE_MAX_DAYS)
    .optional()
    .describe('Number of days up to and including `to`, instead of `from`; 7 if neither is given'),
};

type Range = { from?: string | undefined; to?: string | undefined; days?: number | undefined };

/** The limits of the range, for both routes. */
const isRange = ({ from, to }: Range) =>
  from === undefined ||
  to === undefined ||
  (from <= to && (Date.parse(to) - Date.parse(from)) / DAY_MS < INSIGHT_RANGE_MAX_DAYS);
const rangeError = {
  path: ['from'],
  message: `must not be after \`to\`, nor ${INSIGHT_RANGE_MAX_DAYS} days or more before it`,
};
const hasOneStart = ({ from, days }: Range) => from === undefined || days === undefined;
const startError = { path: ['days'], message: 'cannot be combined with from' };

const ComparedSchema = z
  .strictObject({ value: count, previous: count.describe('In the period before') })
  .meta({ id: 'InsightCount' });

const durations = {
  count: count.describe('How many there were'),
  medianSeconds: seconds.describe('Half took at most this long, within 2.5%; null when there were none'),
  p90Seconds: seconds.describe('Nine in ten took at most this long, within 2.5%; null when there were none'),
};
const DurationsSchema = z.strictObject({ ...durations, previous: z.strictObject(durations) });

const FigureCounts = {
  messagesReceived: ComparedSchema,
  messagesSent: ComparedSchema.describe('Without scheduled messages that wait'),
  conversationsOpened: ComparedSchema.describe('New conversations, and closed ones that were opened again'),
  conversationsClosed: ComparedSchema,
  windowsLost: ComparedSchema.describe('Reply windows that closed while the customer waited for an answer'),
  failedSends: ComparedSchema,
};

const PointSchema = z.strictObject({
  start: TimeSchema,
  messagesReceived: count,
  messagesSent: count,
  conversationsOpened: count,
  conversationsClosed: count,
  windowsLost: count,
  failedSends: count,
});

const ModelUsageSchema = z.strictObject({
  requests: count,
  promptTokens: count,
  completionTokens: count,
});

export const InsightsSchema = z
  .strictObject({
    timeZone: z.string().describe('That of the business hours; UTC without any'),
    from: z.string().describe('The first day'),
    to: z.string().describe('The final day'),
    previous: z
      .strictObject({ from: z.string(), to: z.string() })
      .describe(
        'The period that it is compared with: as many days before it, up to the same time of day. For the current, incomplete hour, the same fraction of the earlier hour is counted',
      ),
    isBuilding: z
      .boolean()
      .describe('Whether earlier messages are still being counted; figures are too low until then'),
    ...FigureCounts,
    firstResponse: DurationsSchema.describe(
      'From the first message of a customer in a conversation to the first answer, in business hours',
    ),
    resolution: DurationsSchema.describe(
      'From the opening of a conversation to its closing, in business hours',
    ),
    open: z
      .array(
        z.strictObject({
          age: z.enum(OPEN_AGES),
          count,
          isCapped: z.boolean().describe('Whether there are more: counting stops at 10,000'),
        }),
      )
      .describe('Conversations that are open now, by the time since they were opened'),
    waiting: z
      .strictObject({
        count,
        isCapped: z.boolean().describe('Whether there are more: counting stops at 10,000'),
        since: TimeSchema.nullable().describe('Since when the one who has waited longest waits'),
      })
      .describe('Open conversations whose customer waits for an answer now'),
    failedReasons: z.array(
      z.strictObject({
        code: z.string().describe('As in the `error` of the message'),
        value: count,
        previous: count,
      }),
    ),
    members: z
      .array(
        z.strictObject({
          id: idSchema('user'),
          name: z.string(),
          messagesSent: count,
          firstResponses: count,
          openConversations: count.describe('Assigned and open now'),
        }),
      )
      .describe('What each member did, by name'),
    broadcasts: z
      .array(
        z.strictObject({
          id: idSchema('broadcast'),
          name: z.string(),
          status: z.enum(BROADCAST_STATUSES),
          startedAt: TimeSchema,
          recipients: count,
          sent: count,
          delivered: count,
          read: count,
          failed: count,
          replied: count,
        }),
      )
      .describe('Those that began in the period, the 50 newest'),
    model: ModelUsageSchema.extend({ previous: ModelUsageSchema }).describe(
      'Used by inference keys and by the assistant in the inbox, by days in UTC',
    ),
    interval: z.enum(['hour', 'day']),
    points: z.array(PointSchema).describe('The counts by hour, up to two days, or by day'),
  })
  .meta({ id: 'Insights' });

export const InsightConversationSchema = z.strictObject({
  conversationId: idSchema('conversation'),
  contact: z.strictObject({ id: idSchema('contact'), name: z.string(), phone: z.string().nullable() }),
  at: TimeSchema,
  seconds,
  reason: z.string().nullable(),
  member: z.strictObject({ id: idSchema('user'), name: z.string() }).nullable(),
});

/** What the workspace did in a period, compared with the period before. */
export const insightsContract = {
  get: route('insights:read')
    .route({
      method: 'GET',
      path: '/insights',
      tags: ['Insights'],
      summary: 'Get the insights of a period',
      description: `Counted by the hour, some seconds late, and compared with the period before. A period has at most ${INSIGHT_RANGE_MAX_DAYS} days. Deleted contacts and messages stay in the figures.`,
    })
    .input(
      z.object({ query: z.strictObject(range).refine(isRange, rangeError).refine(hasOneStart, startError) }),
    )
    .output(InsightsSchema),
};

export const dashboardInsightsContract = {
  ...insightsContract,
  conversations: route('insights:read')
    .route({ method: 'GET', path: '/insights/conversations' })
    .input(
      z.object({
        query: z
          .strictObject({
            ...range,
            figure: z.enum(INSIGHT_FIGURES),
            reason: z.string().regex(FAILURE_REASON).optional(),
            age: z.enum(OPEN_AGES).optional(),
            hour: z.iso.datetime().optional().describe('Only those of the hour that begins then'),
            memberId: z.string().max(64).optional(),
            limit: limitQuery(25),
            cursor: CursorSchema.optional(),
          })
          .refine(isRange, rangeError)
          .refine(hasOneStart, startError),
      }),
    )
    .output(cursorPageOf(InsightConversationSchema)),
};

export type Insights = z.infer<typeof InsightsSchema>;
export type InsightConversation = z.infer<typeof InsightConversationSchema>;
