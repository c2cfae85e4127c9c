import type { ContactAction } from '../../../shared/contract/contacts/contacts-page.contract.ts';
import type { ContactStatus, PutContact } from '../../../shared/contract/contacts.contract.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactActionRow } from '../../db/models/contact-action.model.ts';
import { changeContacts, lockContacts, presentContact } from '../../features/contacts/index.ts';
import type { Author } from '../../kernel/auth/author.ts';
import {
  type ChangeContext,
  type Context,
  createContext,
  operatorContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JobHandler } from '../../kernel/queue/jobs.ts';
import { findRow, updateRow } from '../../kernel/tenancy/rows.ts';
import { deleteContactWithin } from '../inbox/delete-contact.ts';
import {
  type ActionItem,
  dropActionItems,
  readActionItems,
  storeUndo,
} from './contact-actions.repository.ts';
import { lockAction, RUN_ACTION } from './contact-actions.service.ts';

/** Contacts of one transaction. */
const BATCH = 200;
/** A deletion does more with each: fewer, so that other changes do not wait. */
const DELETION_BATCH = 25;
/** Long actions take hours on a busy machine, and a deletion that has failed cannot be resumed. */
const FAIL_AFTER_SECONDS = 86_400;
/** What a quarter of an hour is enough for, when no server has run for more than a day. */
const FAIL_AFTER_TRIES = 10;

/**
 * Returns the handler of the job that works through an action. Each batch is one transaction with the place that it has
 * reached, so that a killed server goes on where it was, and two servers never change a contact twice.
 */
export function runActionJob(resources: Resources, wakeJobs: () => void): JobHandler {
  return {
    kind: RUN_ACTION,
    failAfterSeconds: FAIL_AFTER_SECONDS,
    failAfterTries: FAIL_AFTER_TRIES,
    takesTurns: true,
    run: async (scope, { id: hex = '' }, isStopping) => {
      const id = Buffer.from(hex, 'hex');
      const row = await findRow({ ...resources, scope }, 'contactAction', { where: { id } });
      if (!row) return;
      const ctx = createContext(resources, { scope, author: asJson<Author>(row.author) });
      while (await inTransaction(ctx, (ctx) => runBatch(ctx, id))) {
        if (row.kind === 'delete') wakeJobs();
        if (isStopping()) return 'stopped';
      }
      if (row.kind === 'delete') wakeJobs();
      await dropUseless(ctx, id);
    },
    onFailed: async (scope, { id = '' }) => {
      await inTransaction(operatorContext(resources, scope), async (ctx) => {
        const row = await lockAction(ctx, Buffer.from(id, 'hex'));
        if (!row || !['waiting', 'running', 'undoing'].includes(row.state)) return;
        await moveOn(ctx, row, { state: 'failed', finishedAt: ctx.clock.now() });
      });
    },
  };
}

/**
 * Deletes the contacts of an ended action that nothing can be undone for. An action takes a second to start and to stop, and
 * its contacts would otherwise be kept for as long as it is.
 */
async function dropUseless(ctx: Context, id: Buffer): Promise<void> {
  const row = await findRow(ctx, 'contactAction', { where: { id }, columns: ['state'] });
  if (!row || ['waiting', 'running', 'undoing'].includes(row.state)) return;
  const isAll = row.state === 'canceled' || row.state === 'undone';
  while ((await dropActionItems(ctx, id, { isAll })) > 0);
}

/** Runs the next batch; returns whether there may be more. */
async function runBatch(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const row = await lockAction(ctx, id);
  if (!row || !['waiting', 'running', 'undoing'].includes(row.state)) return false;
  const isUndo = row.state === 'undoing';
  const limit = row.kind === 'delete' ? DELETION_BATCH : BATCH;
  const items = await readActionItems(ctx, id, { after: row.reached, limit, isChanged: isUndo });
  const changed = await (row.kind === 'delete'
    ? deleteItems(ctx, items)
    : isUndo
      ? undoItems(ctx, row, items)
      : changeItems(ctx, row, items));
  const isLast = items.length < limit;
  const done = row.done + items.length;
  await moveOn(ctx, row, {
    reached: items.at(-1)?.contactId ?? row.reached,
    done: isLast ? row.total : done,
    changed: isUndo ? row.changed - changed : row.changed + changed,
    state: isLast ? (isUndo ? 'undone' : 'done') : isUndo ? 'undoing' : 'running',
    finishedAt: isLast ? ctx.clock.now() : null,
  });
  return !isLast;
}

async function moveOn(
  ctx: ChangeContext,
  row: ContactActionRow,
  changes: Partial<ContactActionRow>,
): Promise<void> {
  await updateRow(ctx, 'contactAction', row.id, changes);
  ctx.record('contact_action.changed', { id: encodeId('contactAction', row.id) });
}

/** Changes contacts, and stores what that has changed of each. Returns how many are different. */
async function changeItems(
  ctx: ChangeContext,
  row: ContactActionRow,
  items: readonly ActionItem[],
): Promise<number> {
  const { tags = [], status } = asJson<ContactAction['detail']>(row.detail);
  const given: PutContact =
    row.kind === 'status'
      ? { ...(status && { status }) }
      : row.kind === 'add_tags'
        ? { addTags: tags }
        : { removeTags: tags };
  const outcomes = await changeContacts(
    ctx,
    items.map(({ contactId }) => ({ contactId, given })),
  );
  const changed = outcomes.map(({ contactId, before, after }): ActionItem => {
    if (row.kind === 'status') return { contactId, undo: { status: before.status } };
    const [had, has] = [before.tags, after.tags];
    return { contactId, undo: { tags: tags.filter((tag) => had.includes(tag) !== has.includes(tag)) } };
  });
  await storeUndo(ctx, row.id, changed);
  return changed.length;
}

/** Gives contacts back what the action has changed, unless that was changed again since. Returns how many. */
async function undoItems(
  ctx: ChangeContext,
  row: ContactActionRow,
  items: readonly ActionItem[],
): Promise<number> {
  const { status } = asJson<ContactAction['detail']>(row.detail);
  const contacts = await lockContacts(
    ctx,
    items.map(({ contactId }) => contactId),
  );
  const wanted = contacts.flatMap((contact): { contactId: Buffer; given: PutContact }[] => {
    const undo = items.find(({ contactId }) => contactId.equals(contact.id))?.undo;
    if (!undo) return [];
    if ('tags' in undo)
      return [
        {
          contactId: contact.id,
          given: row.kind === 'add_tags' ? { removeTags: undo.tags } : { addTags: undo.tags },
        },
      ];
    if (presentContact(contact).status !== status) return [];
    return [{ contactId: contact.id, given: { status: undo.status as ContactStatus } }];
  });
  const outcomes = await changeContacts(ctx, wanted);
  await storeUndo(
    ctx,
    row.id,
    items.map(({ contactId }) => ({ contactId, undo: null })),
  );
  return outcomes.length;
}

async function deleteItems(ctx: ChangeContext, items: readonly ActionItem[]): Promise<number> {
  let deleted = 0;
  for (const { contactId } of items) if (await deleteContactWithin(ctx, contactId)) deleted += 1;
  return deleted;
}
