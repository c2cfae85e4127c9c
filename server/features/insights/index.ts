import { implement } from '@orpc/server';
import {
  dashboardInsightsContract,
  insightsContract,
} from '../../../shared/contract/public/insights.contract.ts';
import type { Database } from '../../db/database.ts';
import { BATCH_ROWS, type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { conversationsBehind } from './conversations-behind.ts';
import type { ReadRules } from './count-events.ts';
import { createInsightWorker } from './insight-worker.ts';
import { getInsights } from './insights.service.ts';
import { FACT_DAYS } from './rebuild.ts';

export { eraseFacts, keepFigures } from './erasure.sql.ts';
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

/** Removes facts that are older than the longest period with the one before it may need. Their hours stay. */
function factRetention(database: Database): HousekeepingStep {
  return {
    name: 'insight_facts',
    sweep: () =>
      inBatches(() =>
        database.run(
          `/* system: housekeeping */ DELETE FROM insight_facts
           WHERE at < UTC_TIMESTAMP(3) - INTERVAL ${FACT_DAYS} DAY LIMIT ${BATCH_ROWS}`,
        ),
      ),
  };
}
