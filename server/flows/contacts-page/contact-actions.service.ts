import type {
  ContactAction,
  ContactChoice,
  ContactsChange,
} from '../../../shared/contract/contacts/contacts-page.contract.ts';
import {
  ACTION_CONTACTS_MAX,
  ACTIONS_RUNNING_MAX,
  type ContactActionState,
  DELETION_WAIT_SECONDS,
} from '../../../shared/domain/contacts/contact-actions.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactActionRow } from '../../db/models/contact-action.model.ts';
import { type ContactSource, chosenContacts } from '../../features/contacts/index.ts';
import { getSegment } from '../../features/segments/index.ts';
import type { Author } from '../../kernel/auth/author.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inLongTransaction, inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { enqueueJob } from '../../kernel/queue/jobs.ts';
import { countRows, findRow, findRows, insertRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { collectContacts } from './contact-actions.repository.ts';

export const RUN_ACTION = 'run-contact-action';

const SHOWN = 10;
const LIVE = ['waiting', 'running', 'undoing'] as const;

type Wanted = ContactsChange | { kind: 'delete' };

/** Returns the latest actions of the workspace, newest first. */
export async function listActions(ctx: Context): Promise<{ data: ContactAction[] }> {
  const rows = await findRows(ctx, 'contactAction', { order: [['id', 'DESC']], limit: SHOWN });
  return { data: rows.map(presentAction) };
}

/**
 * Starts an action on contacts (decision 0306). Who they are is settled here; a job changes them.
 * @throws {AppError} contact_action_too_large; contact_action_limit_reached; segment_not_found; contact_not_found when
 * there is none of them.
 */
export async function startAction(
  ctx: Context,
  wakeJobs: () => void,
  choice: ContactChoice,
  wanted: Wanted,
  max = ACTION_CONTACTS_MAX,
): Promise<ContactAction> {
  const source = await sourceOf(ctx, choice);
  const action = await inLongTransaction(ctx, async (ctx) => {
    const id = newKey();
    const total = await collectContacts(ctx, id, source, max + 1);
    if (total > max) throw new AppError('contact_action_too_large');
    if (total === 0) throw new AppError('contact_not_found');
    const { kind, ...detail } = wanted;
    const now = ctx.clock.now();
    const waitSeconds = kind === 'delete' ? DELETION_WAIT_SECONDS : 0;
    const row: Omit<ContactActionRow, 'tenantId'> = {
      ...{ id, kind, detail: JSON.stringify(detail), total, done: 0, changed: 0, reached: null },
      ...{
        state: kind === 'delete' ? 'waiting' : 'running',
        author: JSON.stringify({ ...ctx.author, ip: null, requestId: null }),
      },
      startsAt: new Date(now.getTime() + waitSeconds * 1_000),
      ...{ createdAt: now, finishedAt: null },
    };
    await insertRow(ctx, 'contactAction', row);
    // At the end, where actions that start at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countRows(ctx, 'contactAction', { state: [...LIVE] })) > ACTIONS_RUNNING_MAX)
        throw new AppError('contact_action_limit_reached');
    });
    if (kind === 'delete') {
      const target = { kind: 'workspace' as const, id: ctx.scope.tenantId, label: String(total) };
      await ctx.audit({ action: 'contacts.deletion_started', target });
    }
    await enqueueAction(ctx, id, waitSeconds);
    ctx.record('contact_action.changed', { id: encodeId('contactAction', id) });
    return presentAction(row);
  });
  wakeJobs();
  return action;
}

/**
 * Undoes a change of contacts; stops a deletion, which leaves the contacts that are not deleted yet. That needs the
 * permission to delete many, and is in the audit log.
 * @throws {AppError} contact_action_not_found; contact_action_ended when there is nothing to undo; forbidden.
 */
export async function undoAction(ctx: Context, wakeJobs: () => void, id: string): Promise<ContactAction> {
  const action = await inTransaction(ctx, async (ctx) => {
    const key = tryDecodeId('contactAction', id);
    const row = key && (await lockAction(ctx, key));
    if (!row) throw new AppError('contact_action_not_found');
    const isLive = row.state === 'waiting' || row.state === 'running';
    const isDeletion = row.kind === 'delete';
    if (isDeletion && !ctx.actor?.permissions.has('contacts:transfer')) throw new AppError('forbidden');
    if (!isLive && (isDeletion || (row.state !== 'done' && row.state !== 'failed')))
      throw new AppError('contact_action_ended');
    const changes = isDeletion
      ? { state: 'canceled' as const, finishedAt: ctx.clock.now() }
      : { state: 'undoing' as const, done: 0, reached: null, finishedAt: null };
    await updateRow(ctx, 'contactAction', row.id, changes);
    if (isDeletion) {
      const target = {
        kind: 'workspace' as const,
        id: ctx.scope.tenantId,
        label: String(row.total - row.done),
      };
      await ctx.audit({ action: 'contacts.deletion_stopped', target });
    } else await enqueueAction(ctx, row.id, 0);
    ctx.record('contact_action.changed', { id });
    return presentAction({ ...row, ...changes });
  });
  wakeJobs();
  return action;
}

/** Returns an action with its row locked: one step of it runs at a time, on one server. */
export function lockAction(ctx: ChangeContext, id: Buffer): Promise<ContactActionRow | null> {
  return findRow(ctx, 'contactAction', { where: { id }, isLocked: true });
}

/** Returns the contacts of a choice. @throws {AppError} segment_not_found; validation_failed for a filter that cannot be. */
export async function sourceOf(
  ctx: Context,
  { contacts, filter, segment }: ContactChoice,
): Promise<ContactSource> {
  const within = segment === undefined ? undefined : (await getSegment(ctx, segment)).filter;
  const ids = contacts?.flatMap((id) => tryDecodeId('contact', id) ?? []);
  return chosenContacts(ctx, { ids, filter: filter ?? {}, within });
}

export function presentAction(row: Omit<ContactActionRow, 'tenantId'>): ContactAction {
  const author = asJson<Author>(row.author);
  return {
    id: encodeId('contactAction', row.id),
    kind: row.kind,
    detail: asJson<ContactAction['detail']>(row.detail),
    state: row.state satisfies ContactActionState,
    ...{ total: row.total, done: row.done, changed: row.changed },
    createdBy: author.kind === 'operator' ? null : author.name,
    startsAt: row.startsAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

async function enqueueAction(ctx: ChangeContext, id: Buffer, waitSeconds: number): Promise<void> {
  await enqueueJob(ctx.db, ctx.scope, ctx.tx, RUN_ACTION, { id: id.toString('hex') }, { waitSeconds });
}
