import { implement } from '@orpc/server';
import { assistDraftsContract } from '../../../shared/contract/assist/assist-drafts.contract.ts';
import { ownReviewContract } from '../../../shared/contract/assist/own-review.contract.ts';
import { qualificationContract } from '../../../shared/contract/assist/qualification.contract.ts';
import type { registerRetrieval } from '../../features/assist/retrieval/index.ts';
import { findReadyWorker } from '../../features/inference/index.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import { type AssistTextOptions, assistTextRouter } from './assist-text.router.ts';
import { derivedTextRetention } from './derived-texts.repository.ts';
import { draftTimeRetention } from './drafts/draft-time.repository.ts';
import { createDraftWorker } from './drafts/draft-worker.ts';
import { getDraft, noteDraft } from './drafts/drafts.service.ts';
import { createDraftEvents } from './drafts/note-events.ts';
import { draftModel, draftPast, isLoaded } from './drafts/past-drafts.ts';
import { draftRetention } from './drafts/prepared-drafts.repository.ts';
import type { KnowledgeSnippet, SearchKnowledge } from './knowledge.ts';
import { createMarkCounts } from './marks.ts';
import { wireProposals } from './proposals/index.ts';
import { notOffered } from './qualification/offered.ts';
import {
  readQualification,
  startQualification,
  stopQualification,
} from './qualification/qualification.service.ts';
import { createQualificationWorker } from './qualification/qualification-worker.ts';
import { type FindReplies, getOwnReview, judgeFinding, lookAtAnswer } from './review/own-review.service.ts';
import { createTranslationsAhead } from './translations-ahead.ts';

type Retrieval = ReturnType<typeof registerRetrieval>;

/** Wires what the assistant does with a model: texts on request, and drafts ahead of need (decision 0365). */
export function wireAssist(
  { config, background, realtime, metrics }: Pick<Kernel, 'config' | 'background' | 'realtime' | 'metrics'>,
  { searchKnowledge: find, learnedReplies }: Pick<Retrieval, 'searchKnowledge' | 'learnedReplies'>,
) {
  // While it is read after a start, nothing is known yet: a draft then has no notes, and a question no answer.
  const searchKnowledge: SearchKnowledge = async (ctx, question, limit, kind) =>
    ((await find(ctx, question, limit, kind)) ?? []).map((found) => ({
      kind: found.kind,
      title: found.kind === 'reply' ? found.name : '',
      text: found.text,
      source: sourceOf(found),
    }));
  const os = implement(assistDraftsContract).$context<RequestContext>();
  const qualificationRoutes = implement(qualificationContract).$context<RequestContext>();
  const findReplies: FindReplies = async (ctx, question, limit) => {
    const found = await find(ctx, question, limit, 'reply');
    return found?.map((one) => ({ title: one.kind === 'reply' ? one.name : '', text: one.text })) ?? null;
  };
  const review = implement(ownReviewContract).$context<RequestContext>();
  const drafts = createDraftWorker(background.resources, {
    searchKnowledge,
    learnedReplies,
    peopleIn: realtime.peopleIn,
    perMinute: config.assistDraftsPerMinute,
    msPerDay: config.assistDraftMsPerDay,
  });
  const ahead = createTranslationsAhead(background.resources, {
    peopleIn: realtime.peopleIn,
    msPerDay: config.assistDraftMsPerDay,
  });
  metrics.total(
    'switchboard_assist_draft_seconds_total',
    'Time that the model has worked on prepared replies, in seconds',
    () => drafts.totals().workedMs / 1_000,
  );
  metrics.total(
    'switchboard_assist_drafts_left_out_total',
    'Prepared replies that were left out because the time of the day was spent',
    () => drafts.totals().leftOut,
  );
  const proposals = wireProposals({ background });
  return {
    textRouter: (options: Omit<AssistTextOptions, 'searchKnowledge'>) =>
      assistTextRouter({ ...options, searchKnowledge }),
    /** Receives new events of workspaces. */
    noteEvents: createDraftEvents(background.resources, drafts),
    /** Counts marks of conversations. */
    countMarks: createMarkCounts(background.resources),
    /** Translates messages of conversations that are on a screen, before anyone asks. */
    noteForTranslation: ahead.noteEvents,
    /** For replays of drafts: what the loaded model would have written. */
    pastDrafts: { draftModel, draftPast, isLoaded },
    workers: [drafts, ahead.worker, ...proposals.workers, createQualificationWorker(background.resources)],
    retention: [
      derivedTextRetention(background.database),
      draftRetention(background.database),
      draftTimeRetention(background.database),
    ],
    dashboardRoutes: {
      replyProposals: proposals.routes,
      ownReview: review.router({
        get: review.get.handler(({ context }) => getOwnReview(contextOf(context))),
        look: review.look.handler(({ input, context }) =>
          lookAtAnswer(contextOf(context), input.params.id, findReplies),
        ),
        judge: review.judge.handler(({ input, context }) =>
          judgeFinding(contextOf(context), input.params.id, input.body, findReplies),
        ),
      }),
      qualification: qualificationRoutes.router({
        get: qualificationRoutes.get.handler(({ context }) => readQualification(contextOf(context), config)),
        start: qualificationRoutes.start.handler(({ context }) =>
          startQualification(contextOf(context), config),
        ),
        stop: qualificationRoutes.stop.handler(({ context }) =>
          stopQualification(contextOf(context), config),
        ),
      }),
      assistDrafts: os.router({
        model: os.model.handler(async ({ context }) => {
          const worker = await findReadyWorker(contextOf(context));
          return typeof worker === 'string'
            ? { state: 'away' as const, model: null, notOffered: [] }
            : {
                state: 'ready' as const,
                model: worker.model,
                notOffered: await notOffered(contextOf(context)),
              };
        }),
        get: os.get.handler(({ input, context }) => getDraft(contextOf(context), input.params.id)),
        note: os.note.handler(({ input, context }) =>
          noteDraft(contextOf(context), input.params.id, input.body),
        ),
      }),
    },
  };
}

type Found = NonNullable<Awaited<ReturnType<Retrieval['searchKnowledge']>>>[number];

function sourceOf(found: Found): KnowledgeSnippet['source'] {
  if (found.kind === 'reply')
    return { is: 'reply', savedReplyId: encodeId('savedReply', found.savedReplyId) };
  return {
    is: 'answer',
    messageId: encodeId('message', found.messageId),
    conversationId: encodeId('conversation', found.conversationId),
    contactName: found.contactName,
  };
}
