import { implement } from '@orpc/server';
import {
  dashboardInsightsContract,
  insightsContract,
} from '../../../shared/contract/public/insights.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { conversationsBehind } from './conversations-behind.ts';
import type { ReadRules } from './count-events.ts';
import { createInsightWorker } from './insight-worker.ts';
import { getInsights } from './insights.service.ts';
import { factRetention } from './insights.sql.ts';

export { eraseFacts, holdCounting, keepFigures } from './erasure.sql.ts';
export { requestRebuild } from './rebuild.ts';

/** Wires the figures of workspaces: counted by a worker, read by people and programs. */
export function wireInsights({ background }: Kernel, readRules: ReadRules) {
  const open = implement(insightsContract).$context<RequestContext>();
  const os = implement(dashboardInsightsContract).$context<RequestContext>();
  return {
    workers: [createInsightWorker(background.resources, readRules)],
    retention: [factRetention(background.database)],
    publicRoutes: {
      insights: open.router({
        get: open.get.handler(({ input, context }) =>
          getInsights(contextOf(context), input.query, readRules),
        ),
      }),
    },
    dashboardRoutes: {
      insights: os.router({
        get: os.get.handler(({ input, context }) => getInsights(contextOf(context), input.query, readRules)),
        conversations: os.conversations.handler(({ input, context }) =>
          conversationsBehind(contextOf(context), input.query, readRules),
        ),
      }),
    },
  };
}
