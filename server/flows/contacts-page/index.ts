import { implement } from '@orpc/server';
import {
  type ContactFile,
  contactsPageContract,
  type TimelineItem,
} from '../../../shared/contract/contacts/contacts-page.contract.ts';
import { ACTION_KEPT_DAYS } from '../../../shared/domain/contacts/contact-actions.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  dropOldHistory,
  listContactPage,
  listDuplicates,
  markDistinct,
  resolveContact,
} from '../../features/contacts/index.ts';
import { filesOfContact, presentMedia } from '../../features/media/index.ts';
import { getSegment } from '../../features/segments/index.ts';
import type { Context, Resources } from '../../kernel/context/context.ts';
import { createPassedOver } from '../../kernel/housekeeping/passed-over.ts';
import { type HousekeepingStep, inBatches } from '../../kernel/housekeeping/step.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Kernel } from '../../kernel/index.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { deleteRow } from '../../kernel/tenancy/rows.ts';
import { dropActionItems, oldActions } from './contact-actions.repository.ts';
import { listActions, startAction, undoAction } from './contact-actions.service.ts';
import { runActionJob } from './run-action.ts';
import { readTimeline } from './timeline.repository.ts';

/** Wires the page with all contacts: its list, and changes of many contacts. */
export function wireContactsPage({ background }: Kernel, { wakeJobs }: { wakeJobs(): void }) {
  return {
    jobs: [runActionJob(background.resources, wakeJobs)],
    retention: [actionRetention(background.resources), historyRetention(background.resources)],
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
    duplicates: os.duplicates.handler(({ context }) => listDuplicates(contextOf(context))),
    markDistinct: os.markDistinct.handler(({ input, context }) =>
      markDistinct(contextOf(context), input.body),
    ),
    timeline: os.timeline.handler(({ input, context }) =>
      listTimeline(contextOf(context), input.params.id, input.query),
    ),
    files: os.files.handler(({ input, context }) =>
      listContactFiles(contextOf(context), input.params.id, input.query),
    ),
    undo: os.undo.handler(({ input, context }) => undoAction(contextOf(context), wakeJobs, input.params.id)),
  });
}

/** Returns what happened with a contact, newest first. @throws {AppError} contact_not_found */
async function listTimeline(
  ctx: Context,
  reference: string,
  {
    kind,
    limit,
    cursor,
  }: { kind?: TimelineItem['kind'] | undefined; limit: number; cursor?: string | undefined },
) {
  const contact = await resolveContact(ctx, reference);
  if (!contact) throw new AppError('contact_not_found');
  const list = ['contact-timeline', ctx.scope.tenantId, contact.id.toString('hex'), kind ?? ''];
  const [at, id] = cursor ? ctx.cursors.read(list, cursor) : [];
  const before = at === undefined ? null : { at: new Date(String(at)), id: Buffer.from(String(id), 'hex') };
  const rows = await readTimeline(ctx, contact.id, { kind, before, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).map(
      ({ id, at, isAutomatic, changes, undoUntil, ...row }): TimelineItem => ({
        ...row,
        id: id.toString('hex'),
        at: at.toISOString(),
        automatic: Number(isAutomatic) === 1,
        changes: (changes as TimelineItem['changes'] | null) ?? [],
        merge:
          row.kind === 'merge'
            ? { contactId: encodeId('contact', id), undoUntil: undoUntil?.toISOString() ?? null }
            : null,
      }),
    ),
    nextCursor: last ? ctx.cursors.write(list, [last.at.toISOString(), last.id.toString('hex')]) : null,
  };
}

/** Returns the files of a contact's messages, newest first. @throws {AppError} contact_not_found */
async function listContactFiles(
  ctx: Context,
  reference: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const contact = await resolveContact(ctx, reference);
  if (!contact) throw new AppError('contact_not_found');
  const list = ['contact-files', ctx.scope.tenantId, contact.id.toString('hex')];
  const [id] = cursor ? ctx.cursors.read(list, cursor) : [];
  const before = id === undefined ? null : Buffer.from(String(id), 'hex');
  const rows = await filesOfContact(ctx, contact.id, { before, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    data: rows.slice(0, limit).flatMap(presentContactFile),
    nextCursor: last ? ctx.cursors.write(list, [last.id.toString('hex')]) : null,
  };
}

/** None for a file that has no message any more. */
function presentContactFile(row: Awaited<ReturnType<typeof filesOfContact>>[number]): ContactFile[] {
  const media = presentMedia(row);
  if (!media || row.messageId === null) return [];
  const { kind, direction } = row;
  const messageId = encodeId('message', row.messageId);
  return [{ ...media, kind, direction, messageId, createdAt: row.createdAt.toISOString() }];
}

/** Forgets changes of contacts after two years. */
function historyRetention({ db }: Resources): HousekeepingStep {
  return { name: 'contact_history', sweep: () => inBatches(() => dropOldHistory(db)) };
}

/** Forgets actions after 30 days; they can no longer be undone. */
function actionRetention({ db }: Resources): HousekeepingStep {
  return {
    name: 'contact_actions',
    async *sweep() {
      const passedOver = createPassedOver('actions of contacts');
      for (;;) {
        const old = await oldActions(db, ACTION_KEPT_DAYS, passedOver.ids);
        let removed = 0;
        for (const item of old) {
          const ctx = { db, scope: mintTenantScope(item.tenantId) };
          const remove = async () => {
            // The contacts first: after a crash in between, the action shows what is left.
            while ((await dropActionItems(ctx, item.id, { isAll: true })) > 0);
            await deleteRow(ctx, 'contactAction', item.id);
          };
          if (await passedOver.attempt(item, remove)) removed += 1;
        }
        yield removed;
        if (old.length < 20 || passedOver.hasTooMany()) break;
      }
      passedOver.end();
    },
  };
}
