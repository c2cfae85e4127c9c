import {
  REMINDER_DAYS_MAX,
  REMINDERS_MAX,
  type Reminder,
} from '../../../shared/contract/inbox/reminders.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { ReminderRow } from '../../db/models/reminder.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { ChangeContext, Context, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import { deleteRow, findRow, findRows, insertRow, limitRows, updateRow } from '../../kernel/tenancy/rows.ts';
import { notify } from './notifications.repository.ts';
import {
  dueReminders,
  fire,
  recordReminders,
  tenantsWithDueReminders,
  withdrawReminder,
} from './reminders.repository.ts';
import { lockWorkState } from './work-state.repository.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 100;

/** Returns the open reminders of a person, the next one first. */
export async function listReminders(ctx: Context, person: UserActor): Promise<{ data: Reminder[] }> {
  const rows = await findRows(ctx, 'reminder', {
    where: { userId: decodeId(person.id), doneAt: null },
    order: [['dueAt', 'ASC']],
    limit: REMINDERS_MAX,
  });
  return { data: rows.map(present) };
}

/**
 * Creates a person's reminder about a message; returns the one that they have about it already.
 * @throws {AppError} message_not_found, reminder_limit_reached, validation_failed
 */
export function createReminder(
  ctx: Context,
  person: UserActor,
  input: { messageId: string; quote: string; dueAt: string },
): Promise<Reminder> {
  const userId = decodeId(person.id);
  return inTransaction(ctx, async (ctx) => {
    const dueAt = dueTime(ctx, input.dueAt);
    const id = tryDecodeId('message', input.messageId);
    const columns = ['id', 'conversationId', 'contactId'] as const;
    const message = id && (await findRow(ctx, 'message', { columns: [...columns], where: { id } }));
    if (!message) throw new AppError('message_not_found');
    const { conversationId, contactId } = message;
    // The row of the conversation keeps two requests about one message apart.
    await lockWorkState(ctx, conversationId);
    const known = await findRow(ctx, 'reminder', { where: { userId, messageId: message.id } });
    if (known && known.doneAt === null) return present(known);
    const again = { quote: input.quote, dueAt, firedAt: null, doneAt: null };
    const row = { id: known?.id ?? newKey(), conversationId, messageId: message.id, ...again };
    if (known) await updateRow(ctx, 'reminder', known.id, again);
    else await insertRow(ctx, 'reminder', { ...row, userId, contactId, createdAt: ctx.clock.now() });
    limitOpen(ctx, userId);
    recordReminders(ctx, userId);
    return present(row);
  });
}

/**
 * Completes a person's reminder, opens it again, or moves it to another time: then it is due again.
 * @throws {AppError} reminder_not_found, reminder_limit_reached, validation_failed
 */
export function changeReminder(
  ctx: Context,
  person: UserActor,
  id: string,
  { isDone, dueAt }: { isDone?: boolean | undefined; dueAt?: string | undefined },
): Promise<Reminder> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ownReminder(ctx, person, id);
    const change = {
      ...(isDone === undefined ? {} : { doneAt: isDone ? (row.doneAt ?? ctx.clock.now()) : null }),
      ...(dueAt === undefined ? {} : { dueAt: dueTime(ctx, dueAt), firedAt: null }),
    };
    if (Object.keys(change).length > 0) {
      await updateRow(ctx, 'reminder', row.id, change);
      await withdrawReminder(ctx, row);
      recordReminders(ctx, row.userId);
      if (row.doneAt !== null && isDone === false) limitOpen(ctx, row.userId);
    }
    return present({ ...row, ...change });
  });
}

/** Deletes a person's reminder. @throws {AppError} reminder_not_found */
export function removeReminder(
  ctx: Context,
  person: UserActor,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ownReminder(ctx, person, id);
    await deleteRow(ctx, 'reminder', row.id);
    await withdrawReminder(ctx, row);
    recordReminders(ctx, row.userId);
    return { id, deleted: true };
  });
}

/** Creates the worker that notifies members of what they wanted to be reminded of. */
export function createReminderRounds(resources: Resources) {
  return createItemRounds(resources, {
    name: 'reminders',
    everyMs: EVERY_MS,
    problem: 'could not fire reminders; will retry',
    tenants: tenantsWithDueReminders,
    atOnce: AT_ONCE,
    due: dueReminders,
    keyOf: ({ id }) => id,
    work: (ctx, { id, conversationId }) =>
      inTransaction(ctx, async (ctx) => {
        await lockWorkState(ctx, conversationId);
        const row = (await fire(ctx, id)) && (await findRow(ctx, 'reminder', { where: { id } }));
        if (!row) return;
        const { userId, contactId, messageId: subjectId } = row;
        const about = { conversationId: row.conversationId, contactId, subjectId, actorId: null };
        await notify(ctx, { ...about, userId, kind: 'reminder' });
        recordReminders(ctx, userId);
      }),
  });
}

/** Refuses a change after which a member has too many open reminders. */
function limitOpen(ctx: ChangeContext, userId: Buffer): void {
  const max = { max: REMINDERS_MAX, code: 'reminder_limit_reached' } as const;
  limitRows(ctx, 'reminder', { ...max, where: { userId, doneAt: null } });
}

async function ownReminder(ctx: ChangeContext, person: UserActor, id: string): Promise<ReminderRow> {
  const key = tryDecodeId('reminder', id);
  const where = { id: key ?? Buffer.alloc(16), userId: decodeId(person.id) };
  const row = key && (await findRow(ctx, 'reminder', { where, isLocked: true }));
  if (!row) throw new AppError('reminder_not_found');
  return row;
}

function dueTime(ctx: Pick<Context, 'clock'>, written: string): Date {
  const dueAt = new Date(written);
  const aheadMs = dueAt.getTime() - ctx.clock.now().getTime();
  if (aheadMs > 0 && aheadMs <= REMINDER_DAYS_MAX * DAY_MS) return dueAt;
  const message = `must be in the future, and at most ${REMINDER_DAYS_MAX} days ahead`;
  throw new AppError('validation_failed', { details: [{ path: 'dueAt', message }] });
}

function present(row: Omit<ReminderRow, 'tenantId' | 'userId' | 'contactId' | 'createdAt'>): Reminder {
  return {
    id: encodeId('reminder', row.id),
    conversationId: encodeId('conversation', row.conversationId),
    messageId: encodeId('message', row.messageId),
    quote: row.quote,
    dueAt: row.dueAt.toISOString(),
    firedAt: row.firedAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
  };
}
