import { z } from 'zod';
import { DRAFT_FINDINGS } from '../../domain/assist/text/findings.ts';
import { idSchema } from '../../domain/ids.ts';
import {
  COMPARISON_FILTERS,
  DRAFT_FILTERS,
  DRAFT_REASONS,
  DRAFT_REPLAY_MESSAGES_MAX,
  DRAFT_REPLAY_OBSTACLES,
  DRAFT_RESULTS,
} from '../../domain/rehearsal/draft-replay.ts';
import { REPLAY_STATES } from '../../domain/rehearsal/replay.ts';
import { TimeSchema } from '../../domain/text.ts';
import { CursorSchema, cursorPageOf, errors, limitQuery, route } from '../base.ts';
import { ReplayChangesSchema } from './replays.contract.ts';

const results = z.record(z.enum(DRAFT_RESULTS), z.int());

export const DraftReplaySchema = z.strictObject({
  id: idSchema('draftReplay'),
  state: z.enum(REPLAY_STATES),
  model: z.string().describe('The model that writes the drafts'),
  isModelAway: z.boolean().describe('It goes on, and waits until this model is loaded again'),
  changes: ReplayChangesSchema.describe('Saved replies that the model was given in another form'),
  messages: z.int().describe('Answered messages that it drafts for'),
  done: z.int().describe('Those that it has drafted for so far'),
  isComplete: z.boolean().describe('False: the days have more answered messages than it drafts for'),
  results,
  reasons: z.record(z.enum(DRAFT_REASONS), z.int()).describe('Why nothing was drafted'),
  findings: z
    .record(z.enum(DRAFT_FINDINGS), z.int())
    .describe('What the verifier found in withheld drafts; several in one draft count each'),
  createdAt: TimeSchema,
  endedAt: TimeSchema.nullable(),
});

const DraftSchema = z.strictObject({
  result: z.enum(DRAFT_RESULTS),
  text: z.string().nullable().describe('The draft; null: none, or it was withheld'),
  reason: z.enum(DRAFT_REASONS).nullable(),
  findings: z.array(z.enum(DRAFT_FINDINGS)),
});

const CaseSchema = z.strictObject({
  number: z.int(),
  conversationId: idSchema('conversation'),
  contactName: z.string(),
  messageId: idSchema('message'),
  question: z.string().describe('The last message of the customer before the answer'),
  answer: z.string(),
  at: TimeSchema,
});

export const DraftReplayCaseSchema = z.strictObject({ ...CaseSchema.shape, draft: DraftSchema });
export const ComparedCaseSchema = z.strictObject({
  ...CaseSchema.shape,
  first: DraftSchema,
  second: DraftSchema,
});

const params = z.object({ id: z.string().max(64) });

/** Replays of drafts: what the loaded model would have drafted for answered messages of the last 30 days. */
export const draftReplaysContract = {
  list: route('settings:manage')
    .route({ method: 'GET', path: '/draft-replays' })
    .input(z.object({}))
    .output(
      z.strictObject({
        obstacle: z.enum(DRAFT_REPLAY_OBSTACLES).nullable().describe('Why none can be started now'),
        model: z.string().nullable().describe('The model that is loaded'),
        data: z.array(DraftReplaySchema),
      }),
    ),
  /** Starts a replay in the background, in the lowest class. It sends and changes nothing. */
  start: route('settings:manage')
    .route({ method: 'POST', path: '/draft-replays', successStatus: 201 })
    .errors(errors('replay_running', 'saved_reply_not_found', 'model_not_changeable', 'forbidden'))
    .input(
      z.object({
        body: z.strictObject({
          changes: ReplayChangesSchema,
          messages: z.int().min(1).max(DRAFT_REPLAY_MESSAGES_MAX).default(DRAFT_REPLAY_MESSAGES_MAX),
        }),
      }),
    )
    .output(DraftReplaySchema),
  get: route('settings:manage')
    .route({ method: 'GET', path: '/draft-replays/{id}' })
    .errors(errors('replay_not_found'))
    .input(z.object({ params }))
    .output(DraftReplaySchema),
  cases: route('settings:manage')
    .route({ method: 'GET', path: '/draft-replays/{id}/cases' })
    .errors(errors('replay_not_found'))
    .input(
      z.object({
        params,
        query: z.strictObject({
          show: z.enum(DRAFT_FILTERS).default('all'),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(cursorPageOf(DraftReplayCaseSchema)),
  /** Compares two replays that have ended, on the messages that both have. */
  compare: route('settings:manage')
    .route({ method: 'GET', path: '/draft-replays/{id}/comparison/{otherId}' })
    .errors(errors('replay_not_found', 'replay_running'))
    .input(
      z.object({
        params: z.object({ id: z.string().max(64), otherId: z.string().max(64) }),
        query: z.strictObject({
          show: z.enum(COMPARISON_FILTERS).default('all'),
          limit: limitQuery(50),
          cursor: CursorSchema.optional(),
        }),
      }),
    )
    .output(
      z.strictObject({
        messages: z.int().describe('Messages that both have'),
        first: results,
        second: results,
        ...cursorPageOf(ComparedCaseSchema).shape,
      }),
    ),
  cancel: route('settings:manage')
    .route({ method: 'POST', path: '/draft-replays/{id}/cancel' })
    .errors(errors('replay_not_found'))
    .input(z.object({ params }))
    .output(DraftReplaySchema),
};

export type DraftReplay = z.infer<typeof DraftReplaySchema>;
export type ReplayedDraft = z.infer<typeof DraftSchema>;
export type DraftReplayCase = z.infer<typeof DraftReplayCaseSchema>;
export type ComparedCase = z.infer<typeof ComparedCaseSchema>;
