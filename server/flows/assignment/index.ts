import { implement } from '@orpc/server';
import { assignmentContract } from '../../../shared/contract/inbox/assignment.contract.ts';
import { contextOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { createAssignmentRounds, createIdleRounds } from './assign-in-turn.ts';
import { changeAssignment, getAssignment, noteActivity, setAvailability } from './assignment.service.ts';

/** Wires how conversations are assigned, and who is away. */
export function wireAssignment({ background }: Kernel) {
  const os = implement(assignmentContract).$context<RequestContext>();
  const routes = os.router({
    get: os.get.handler(({ context }) => getAssignment(contextOf(context))),
    change: os.change.handler(({ input, context }) => changeAssignment(contextOf(context), input.body)),
    setAvailability: os.setAvailability.handler(({ input, context }) =>
      setAvailability(contextOf(context), personOf(context), input.body.isAway),
    ),
    noteActivity: os.noteActivity.handler(({ context }) =>
      noteActivity(contextOf(context), personOf(context)),
    ),
  });
  const workers = [createAssignmentRounds(background.resources), createIdleRounds(background.resources)];
  return { workers, dashboardRoutes: { assignment: routes } };
}
