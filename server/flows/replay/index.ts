import { implement } from '@orpc/server';
import { replaysContract } from '../../../shared/contract/assist/replays.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { replayRetention } from './replays.repository.ts';
import { cancelReplay, getReplay, listCases, listReplays, startReplay } from './replays.service.ts';
import { replayJob } from './run-replay.ts';

/** Wires replays: what saved replies would have offered for the messages of the last days (decision 0371). */
export function wireReplay(
  { background }: Pick<Kernel, 'background'>,
  { wakeJobs }: { wakeJobs: () => void },
) {
  const os = implement(replaysContract).$context<RequestContext>();
  return {
    jobs: [replayJob(background.resources)],
    retention: [replayRetention(background.database)],
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
    },
  };
}
