import { z } from 'zod';
import { idSchema } from '../../domain/ids.ts';
import {
  REPLAY_CHANGES_MAX,
  REPLAY_FILTERS,
  REPLAY_RESULTS,
  REPLAY_STATES,
} from '../../domain/rehearsal/replay.ts';
import { TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';
import { replyContent, replyName } from '../inbox/saved-replies.contract.ts';

export const ReplayChangesSchema = z.strictObject({
  added: z.array(z.strictObject({ name: replyName, content: replyContent })).max(REPLAY_CHANGES_MAX),
  changed: z
    .array(z.strictObject({ id: idSchema('savedReply'), content: replyContent }))
    .max(REPLAY_CHANGES_MAX),
  removed: z.array(idSchema('savedReply')).max(REPLAY_CHANGES_MAX),
});

const counts = z.record(z.enum(REPLAY_RESULTS), z.int());

export const ReplaySchema = z.strictObject({
  id: idSchema('replay'),
  state: z.enum(REPLAY_STATES),
  changes: ReplayChangesSchema,
  conversations: z.int().describe('Conversations that are read'),
  read: z.int().describe('Those that were read so far'),
  cases: z.int().describe('Answered messages so far'),
  isComplete: z.boolean().describe('False: only the newest conversations of the days were read'),
  present: counts.describe('What the present saved replies would have done'),
  changed: counts.describe('What they would have done with the changes'),
  createdAt: TimeSchema,
  endedAt: TimeSchema.nullable(),
});

const OfferedSchema = z.strictObject({
  savedReplyId: idSchema('savedReply').nullable().describe('Null: one that the changes add'),
  name: z.string().nullable().describe('Null: it was deleted since'),
});

export const ReplayCaseSchema = z.strictObject({
  number: z.int(),
  conversationId: idSchema('conversation'),
  contactName: z.string(),
  messageId: idSchema('message'),
  question: z.string().describe('The last message of the customer before the answer'),
  answer: z.string(),
  at: TimeSchema,
  present: z.strictObject({ result: z.enum(REPLAY_RESULTS), offered: z.array(OfferedSchema) }),
  changed: z.strictObject({ result: z.enum(REPLAY_RESULTS), offered: z.array(OfferedSchema) }),
});

const params = z.object({ id: z.string().max(64) });

/** Replays: what the present saved replies and changed ones would have offered for the messages of the last 30 days. */
export const replaysContract = {
  list: route('settings:manage')
    .route({ method: 'GET', path: '/replays' })
    .input(z.object({}))
    .output(z.strictObject({ data: z.array(ReplaySchema) })),
  /** Starts a replay in the background. It reads, and changes nothing. */
  start: route('settings:manage')
    .route({ method: 'POST', path: '/replays', successStatus: 201 })
    .errors(errors('replay_running', 'saved_reply_not_found'))
    .input(z.object({ body: z.strictObject({ changes: ReplayChangesSchema }) }))
    .output(ReplaySchema),
  get: route('settings:manage')
    .route({ method: 'GET', path: '/replays/{id}' })
    .errors(errors('replay_not_found'))
    .input(z.object({ params }))
    .output(ReplaySchema),
  cases: route('settings:manage')
    .route({ method: 'GET', path: '/replays/{id}/cases' })
    .errors(errors('replay_not_found'))
    .input(
      z.object({
        params,
        query: z.strictObject({
          show: z.enum(REPLAY_FILTERS).default('all'),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(ReplayCaseSchema)),
  cancel: route('settings:manage')
    .route({ method: 'POST', path: '/replays/{id}/cancel' })
    .errors(errors('replay_not_found'))
    .input(z.object({ params }))
    .output(ReplaySchema),
};

export type Replay = z.infer<typeof ReplaySchema>;
export type ReplayChanges = z.infer<typeof ReplayChangesSchema>;
export type ReplayCase = z.infer<typeof ReplayCaseSchema>;
