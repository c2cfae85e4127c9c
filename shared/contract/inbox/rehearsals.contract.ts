import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import {
  REHEARSAL_CUSTOMERS_MAX,
  REHEARSAL_DETAILS,
  REHEARSAL_ENDS,
  REHEARSAL_LANGUAGES,
  REHEARSAL_MEMBERS_MAX,
  REHEARSAL_MINUTES,
  REHEARSAL_MOODS,
  REHEARSAL_OBSTACLES,
  REHEARSAL_OUTCOMES,
  REHEARSAL_PACES,
  REHEARSAL_QUESTIONS,
  REHEARSAL_SCRIPTS,
} from '../../domain/rehearsal/rehearsal.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

const member = z.strictObject({ id: idSchema('user'), name: z.string() });

/** A simulated customer, and what has come of their conversation so far. */
export const RehearsalCustomerSchema = z.strictObject({
  script: z.enum(REHEARSAL_SCRIPTS),
  mood: z.enum(REHEARSAL_MOODS),
  name: z.string(),
  member: member.nullable().describe('Who practices with this customer; null: no longer a member'),
  conversationId: idSchema('conversation').nullable().describe('Null: has not written yet, or was deleted'),
  hasBegun: z.boolean(),
  outcome: z.enum(REHEARSAL_OUTCOMES).nullable().describe('Null: the conversation goes on'),
  firstResponseSeconds: z.number().nullable(),
  answers: z.int().describe('Messages that members have sent'),
  messages: z.int().describe('Messages that the customer has written'),
  misses: z.int().describe('How often an answer has not answered the question'),
  nudges: z.int().describe('How often the customer has asked whether anyone is there'),
  rude: z.int().describe('How often an answer was rude'),
  questions: z
    .array(z.strictObject({ question: z.enum(REHEARSAL_QUESTIONS), isAnswered: z.boolean() }))
    .describe('What the customer wants to know'),
  details: z
    .array(z.strictObject({ detail: z.enum(REHEARSAL_DETAILS), isAsked: z.boolean() }))
    .describe('What the customer could have been asked for'),
  findings: z
    .array(
      z.strictObject({
        kind: z.enum(['placeholder', 'leak', 'wrong_name', 'attachment']),
        messageId: idSchema('message'),
        text: z.string().describe('The part of the message, as it was sent'),
      }),
    )
    .describe('What the check before sending finds in the answers'),
});

export const RehearsalSchema = z.strictObject({
  id: idSchema('rehearsal'),
  language: z.enum(REHEARSAL_LANGUAGES),
  pace: z.enum(REHEARSAL_PACES),
  startedBy: member.nullable(),
  members: z.array(member),
  isRunning: z.boolean(),
  ended: z.enum(REHEARSAL_ENDS).nullable().describe('Why it has ended; null while it runs'),
  createdAt: TimeSchema,
  endsAt: TimeSchema.describe('When it ends at the latest'),
  endedAt: TimeSchema.nullable(),
  customers: z.array(RehearsalCustomerSchema),
});

const RehearsalSummarySchema = RehearsalSchema.omit({ customers: true }).extend({
  customers: z.int(),
  reached: z.int().describe('Customers who got what they wanted'),
});

const params = z.object({ id: z.string().max(64) });
const unique = (list: readonly string[]) => new Set(list).size === list.length;

/** Rehearsals: members practice with simulated customers, who write to the test number of the workspace. */
export const rehearsalsContract = {
  /** Whether the workspace can rehearse, and its rehearsals, the newest first. Staff see those that they take part in. */
  list: route('messages:send')
    .route({ method: 'GET', path: '/rehearsals' })
    .input(z.object({}))
    .output(
      z.strictObject({
        obstacle: z.enum(REHEARSAL_OBSTACLES).nullable().describe('Why the workspace cannot rehearse'),
        data: z.array(RehearsalSummarySchema),
      }),
    ),
  /** Starts a rehearsal. Staff can start one for themselves only. */
  start: route('messages:send')
    .route({ method: 'POST', path: '/rehearsals', successStatus: 201 })
    .errors(errors('rehearsal_not_possible', 'rehearsal_limit_reached'))
    .input(
      z.object({
        body: z.strictObject({
          scripts: z
            .array(z.enum(REHEARSAL_SCRIPTS))
            .min(1, 'must name at least one script')
            .max(REHEARSAL_CUSTOMERS_MAX)
            .refine(unique, 'must name each script once'),
          language: z.enum(REHEARSAL_LANGUAGES),
          pace: z.enum(REHEARSAL_PACES),
          minutes: z.literal(REHEARSAL_MINUTES),
          memberIds: z
            .array(idSchema('user'))
            .min(1, 'must name at least one member')
            .max(REHEARSAL_MEMBERS_MAX)
            .refine(unique, 'must name each member once'),
        }),
      }),
    )
    .output(RehearsalSchema),
  get: route('messages:send')
    .route({ method: 'GET', path: '/rehearsals/{id}' })
    .errors(errors('rehearsal_not_found'))
    .input(z.object({ params }))
    .output(RehearsalSchema),
  /** Ends a rehearsal. Its customers write no more, and their conversations are closed. */
  stop: route('messages:send')
    .route({ method: 'POST', path: '/rehearsals/{id}/stop' })
    .errors(errors('rehearsal_not_found'))
    .input(z.object({ params }))
    .output(RehearsalSchema),
  /** Deletes a rehearsal that has ended, with its simulated contacts and their conversations. */
  remove: route('messages:send')
    .route({ method: 'DELETE', path: '/rehearsals/{id}' })
    .errors(errors('rehearsal_not_found', 'rehearsal_running'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('rehearsal'), deleted: z.literal(true) })),
};

export type Rehearsal = z.infer<typeof RehearsalSchema>;
export type RehearsalSummary = z.infer<typeof RehearsalSummarySchema>;
export type RehearsalCustomer = z.infer<typeof RehearsalCustomerSchema>;
