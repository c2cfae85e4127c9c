import { implement } from '@orpc/server';
import { draftReplaysContract } from '../../../shared/contract/assist/draft-replays.contract.ts';
import { replaysContract } from '../../../shared/contract/assist/replays.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { draftReplayRetention } from './drafts/draft-replays.repository.ts';
import {
  cancelDraftReplay,
  compareDraftReplays,
  getDraftReplay,
  listDraftCases,
  listDraftReplays,
  type ModelParts,
  startDraftReplay,
} from './drafts/draft-replays.service.ts';
import { draftReplayJob, type PastDrafts } from './drafts/run-draft-replay.ts';
import { replayRetention } from './replays.repository.ts';
import { cancelReplay, getReplay, listCases, listReplays, startReplay } from './replays.service.ts';
import { replayJob } from './run-replay.ts';

/**
 * Wires replays: what saved replies would have offered for the messages of the last days (decision 0371), and what the
 * loaded model would have drafted (decision 0336).
 */
export function wireReplay(
  { background }: Pick<Kernel, 'background'>,
  { wakeJobs, pastDrafts }: { wakeJobs: () => void; pastDrafts: PastDrafts & ModelParts },
) {
  const os = implement(replaysContract).$context<RequestContext>();
  const drafts = implement(draftReplaysContract).$context<RequestContext>();
  return {
    jobs: [replayJob(background.resources), draftReplayJob(background.resources, pastDrafts)],
    retention: [replayRetention(background.database), draftReplayRetention(background.database)],
    dashboardRoutes: {
      replays: os.router({
        list: os.list.handler(({ context }) => listReplays(contextOf(context))),
        start: os.start.handler(({ input, context }) =>
          startReplay(contextOf(context), input.body.changes, wakeJobs),
        ),
        get: os.get.handler(({ input, context }) => getReplay(contextOf(context), input.params.id)),
        cases: os.cases.handler(({ input, context }) =>
          listCases(contextOf(context), input.params.id, input.query),
        ),
        cancel: os.cancel.handler(({ input, context }) => cancelReplay(contextOf(context), input.params.id)),
      }),
      draftReplays: drafts.router({
        list: drafts.list.handler(({ context }) => listDraftReplays(contextOf(context), pastDrafts)),
        start: drafts.start.handler(({ input, context }) =>
          startDraftReplay(contextOf(context), input.body, { ...pastDrafts, wakeJobs }),
        ),
        get: drafts.get.handler(({ input, context }) =>
          getDraftReplay(contextOf(context), input.params.id, pastDrafts),
        ),
        cases: drafts.cases.handler(({ input, context }) =>
          listDraftCases(contextOf(context), input.params.id, input.query),
        ),
        compare: drafts.compare.handler(({ input, context }) =>
          compareDraftReplays(contextOf(context), input.params, input.query),
        ),
        cancel: drafts.cancel.handler(({ input, context }) =>
          cancelDraftReplay(contextOf(context), input.params.id, pastDrafts),
        ),
      }),
    },
  };
}
