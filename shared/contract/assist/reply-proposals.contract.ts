import { z } from 'zod';
import { ASSIST_MODES } from '../../domain/assist/features.ts';
import { idSchema } from '../../domain/ids.ts';
import { TimeSchema } from '../../domain/text.ts';
import { errors, route } from '../base.ts';
import { ReplyTextSchema, SavedReplySchema } from '../inbox/saved-replies.contract.ts';

const ProposalSchema = z.strictObject({
  id: idSchema('replyProposal'),
  name: z.string(),
  content: z.string().describe('The text, with its variables; […] stands where answers differed'),
  model: z.string().describe('The model that worded it; empty for the words of the team'),
  answers: z.int().describe('How often people gave this answer by hand in the last 60 days'),
  contacts: z.int().describe('To how many customers'),
  questions: z
    .array(
      z.strictObject({
        messageId: idSchema('message'),
        conversationId: idSchema('conversation'),
        contactName: z.string(),
        text: z.string(),
        at: TimeSchema,
      }),
    )
    .describe('Some of the messages that it answers, the newest first'),
  createdAt: TimeSchema,
});

const params = z.object({ id: z.string().max(64) });

/** Saved replies that are proposed from answers that people gave by hand several times. */
export const replyProposalsContract = {
  list: route('settings:manage')
    .route({ method: 'GET', path: '/reply-proposals' })
    .input(z.object({}))
    .output(
      z.strictObject({
        mode: z.enum(ASSIST_MODES),
        isLooking: z.boolean().describe('A round is due or under way'),
        nextAt: TimeSchema.nullable().describe('When the next round is due'),
        data: z.array(ProposalSchema),
      }),
    ),
  /** Looks for proposals soon instead of in the next night. */
  look: route('settings:manage')
    .route({ method: 'POST', path: '/reply-proposals/rounds', successStatus: 202 })
    .errors(errors('forbidden'))
    .input(z.object({}))
    .output(z.strictObject({ isLooking: z.literal(true) })),
  /** Creates the saved reply, in the words that a person has chosen. */
  accept: route('settings:manage')
    .route({ method: 'POST', path: '/reply-proposals/{id}/accept', successStatus: 201 })
    .errors(errors('reply_proposal_not_found', 'saved_reply_name_taken', 'saved_reply_limit_reached'))
    .input(z.object({ params, body: ReplyTextSchema }))
    .output(SavedReplySchema),
  /** Withdraws a proposal. The same is not proposed again. */
  dismiss: route('settings:manage')
    .route({ method: 'DELETE', path: '/reply-proposals/{id}' })
    .errors(errors('reply_proposal_not_found'))
    .input(z.object({ params }))
    .output(z.strictObject({ id: idSchema('replyProposal'), dismissed: z.literal(true) })),
};

export type ReplyProposal = z.infer<typeof ProposalSchema>;
