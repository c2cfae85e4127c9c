import { implement } from '@orpc/server';
import { automationContract } from '../../../shared/contract/inbox/automation.contract.ts';
import {
  changeRule,
  createRule,
  getRule,
  listRules,
  listRuns,
  moveRule,
  removeRule,
  runRetention,
  switchRule,
} from '../../features/automation/index.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createRunWorker, createWaitRounds } from './automation-worker.ts';
import { requireWorking } from './check-rule.ts';
import { createNoteEvents } from './note-events.ts';
import { testRule } from './test-rule.ts';

/** Wires automation: rules that answer customers and sort conversations (decision 0314). */
export function wireAutomation(
  { background, metrics }: Pick<Kernel, 'background' | 'metrics'>,
  { wakeSender }: { wakeSender(): void },
) {
  const runs = createRunWorker(background.resources, metrics, wakeSender);
  const waits = createWaitRounds(background.resources, runs.wake);
  return {
    /** Receives new events of workspaces. */
    noteEvents: createNoteEvents(background.resources, runs.wake),
    workers: [runs, waits],
    retention: [runRetention(background.database)],
    dashboardRoutes: { automation: automationRoutes(waits.wake) },
  };
}

function automationRoutes(lookForWaits: () => void) {
  const os = implement(automationContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listRules(contextOf(context))),
    get: os.get.handler(({ input, context }) => getRule(contextOf(context), input.params.id)),
    create: os.create.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      await requireWorking(ctx, input.body);
      return createRule(ctx, input.body);
    }),
    change: os.change.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      await requireWorking(ctx, input.body);
      return changeRule(ctx, input.params.id, input.body);
    }),
    switch: os.switch.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      const { isEnabled } = input.body;
      if (isEnabled) await requireWorking(ctx, await getRule(ctx, input.params.id));
      const rule = await switchRule(ctx, input.params.id, isEnabled);
      if (isEnabled) lookForWaits();
      return rule;
    }),
    move: os.move.handler(({ input, context }) =>
      moveRule(contextOf(context), input.params.id, input.body.position),
    ),
    remove: os.remove.handler(({ input, context }) => removeRule(contextOf(context), input.params.id)),
    runs: os.runs.handler(({ input, context }) => listRuns(contextOf(context), input.params.id, input.query)),
    test: os.test.handler(async ({ input, context }) => {
      const ctx = contextOf(context);
      await requireWorking(ctx, input.body);
      return testRule(ctx, input.body);
    }),
  });
}
