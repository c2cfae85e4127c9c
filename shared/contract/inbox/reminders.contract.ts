import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import { lineText, TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';

/** How many reminders of one member can be open. */
export const REMINDERS_MAX = 200;
/** How far ahead a reminder can be due. */
export const REMINDER_DAYS_MAX = 366;

export const ReminderSchema = z.strictObject({
  id: idSchema('reminder'),
  conversationId: idSchema('conversation'),
  messageId: idSchema('message').describe('The message with the promise'),
  quote: z.string().describe('The sentence with the promise'),
  dueAt: TimeSchema,
  firedAt: TimeSchema.nullable().describe('When the member was notified; null while it is not due'),
  doneAt: TimeSchema.nullable(),
});

const byId = z.object({ id: z.string().max(64) });

/** The reminders of the person who asks. Nobody else can read them. */
export const remindersContract = {
  /** The open reminders, the next one first. */
  list: route('messages:read')
    .route({ method: 'GET', path: '/reminders' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ReminderSchema) })),
  /** Creates a reminder about a message. A message has one: repeating the request returns it. */
  create: route('messages:send')
    .route({ method: 'POST', path: '/reminders', successStatus: 201 })
    .errors(errors('message_not_found', 'reminder_limit_reached', 'validation_failed'))
    .input(
      z.object({
        body: z.strictObject({
          messageId: idSchema('message'),
          quote: lineText({ min: 1, max: 300 }),
          dueAt: TimeSchema,
        }),
      }),
    )
    .output(ReminderSchema),
  /** Completes a reminder, opens it again, or moves it to another time. */
  change: route('messages:send')
    .route({ method: 'PATCH', path: '/reminders/{id}' })
    .errors(errors('reminder_not_found', 'reminder_limit_reached', 'validation_failed'))
    .input(
      z.object({
        params: byId,
        body: z.strictObject({ isDone: z.boolean().optional(), dueAt: TimeSchema.optional() }),
      }),
    )
    .output(ReminderSchema),
  remove: route('messages:send')
    .route({ method: 'DELETE', path: '/reminders/{id}' })
    .errors(errors('reminder_not_found'))
    .input(z.object({ params: byId }))
    .output(z.strictObject({ id: idSchema('reminder'), deleted: z.literal(true) })),
};

export type Reminder = z.infer<typeof ReminderSchema>;
