import { implement } from '@orpc/server';
import { contactsPageContract } from '../../../shared/contract/contacts/contacts-page.contract.ts';
import { ACTION_KEPT_DAYS } from '../../../shared/domain/contacts/contact-actions.ts';
import { listContactPage } from '../../features/contacts/index.ts';
import { getSegment } from '../../features/segments/index.ts';
import type { Resources } from '../../kernel/context/context.ts';
import type { HousekeepingStep } from '../../kernel/housekeeping/step.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Kernel } from '../../kernel/index.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { deleteRow } from '../../kernel/tenancy/rows.ts';
import { dropActionItems, oldActions } from './contact-actions.repository.ts';
import { listActions, startAction, undoAction } from './contact-actions.service.ts';
import { runActionJob } from './run-action.ts';

/** Wires the page with all contacts: its list, and changes of many contacts. */
export function wireContactsPage({ background }: Kernel, { wakeJobs }: { wakeJobs(): void }) {
  return {
    jobs: [runActionJob(background.resources, wakeJobs)],
    retention: [actionRetention(background.resources)],
    dashboardRoutes: { contactsPage: routes(wakeJobs) },
  };
}

function routes(wakeJobs: () => void) {
  const os = implement(contactsPageContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(async ({ input, context }) => {
      const { segment, ...query } = input.query;
      const ctx = contextOf(context);
      const within = segment === undefined ? undefined : (await getSegment(ctx, segment)).filter;
      return listContactPage(ctx, { ...query, within });
    }),
    actions: os.actions.handler(({ context }) => listActions(contextOf(context))),
    change: os.change.handler(({ input, context }) =>
      startAction(contextOf(context), wakeJobs, input.body.choice, input.body.change),
    ),
    remove: os.remove.handler(({ input, context }) =>
      startAction(contextOf(context), wakeJobs, input.body.choice, { kind: 'delete' }),
    ),
    undo: os.undo.handler(({ input, context }) => undoAction(contextOf(context), wakeJobs, input.params.id)),
  });
}

/** Forgets actions after 30 days; they can no longer be undone. */
function actionRetention({ db }: Resources): HousekeepingStep {
  return {
    name: 'contact_actions',
    async *sweep() {
      for (;;) {
        const old = await oldActions(db, ACTION_KEPT_DAYS);
        for (const { id, tenantId } of old) {
          const ctx = { db, scope: mintTenantScope(tenantId) };
          // The contacts first: after a crash in between, the action shows what is left.
          while ((await dropActionItems(ctx, id)) > 0);
          await deleteRow(ctx, 'contactAction', id);
        }
        yield old.length;
        if (old.length < 20) return;
      }
    },
  };
}
