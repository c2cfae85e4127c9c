import { randomInt } from 'node:crypto';
import type { Rehearsal, RehearsalSummary } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  REHEARSALS_KEPT_MAX,
  REHEARSALS_RUNNING_MAX,
  type RehearsalLanguage,
  type RehearsalObstacle,
  type RehearsalPace,
  type RehearsalScript,
} from '../../../shared/domain/rehearsal/rehearsal.ts';
import { asJson } from '../../db/define-model.ts';
import type { RehearsalCustomerRow } from '../../db/models/rehearsal.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { ChangeContext, Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { countRows, deleteRow, findRow, findRows, insertRow, insertRows } from '../../kernel/tenancy/rows.ts';
import { deleteContactWithin } from '../inbox/delete-contact.ts';
import { type PracticeParts, practiceNumber } from './practice-number.ts';
import { presentRehearsal, presentSummary } from './present-rehearsal.ts';
import { FIRST_PROGRESS } from './react.ts';
import {
  conversationsOf,
  customersOf,
  lockRehearsal,
  type Rehearsing,
  storeStep,
} from './rehearsals.repository.ts';
import { endRehearsal, recordRehearsal } from './take-step.ts';

const MINUTE_MS = 60_000;
/** How long after the one before a customer begins to write. */
const APART_MS: Readonly<Record<RehearsalPace, number>> = { calm: 60_000, normal: 20_000, busy: 4_000 };
const FIRST_MS = 1_000;

interface StartRehearsal {
  scripts: readonly RehearsalScript[];
  language: RehearsalLanguage;
  pace: RehearsalPace;
  minutes: number;
  memberIds: readonly string[];
}

/** Returns whether the workspace can rehearse, and the rehearsals that a person may see, the newest first. */
export async function listRehearsals(
  ctx: Context,
  person: UserActor,
  parts: PracticeParts,
): Promise<{ obstacle: RehearsalObstacle | null; data: RehearsalSummary[] }> {
  const number = await practiceNumber(ctx, parts);
  const rows = await findRows(ctx, 'rehearsal', {
    order: [['createdAt', 'DESC']],
    limit: REHEARSALS_KEPT_MAX,
  });
  const seen = rows.filter((row) => maySee(person, row));
  const customers = await customersOf(
    ctx,
    seen.map(({ id }) => id),
  );
  const names = await memberNames(ctx, seen);
  return {
    obstacle: typeof number === 'string' ? number : null,
    data: seen.map((row) =>
      presentSummary(
        row,
        customers.filter(({ rehearsalId }) => rehearsalId.equals(row.id)),
        names,
      ),
    ),
  };
}

/** Returns a rehearsal with its customers. @throws {AppError} rehearsal_not_found */
export async function getRehearsal(ctx: Context, person: UserActor, id: string): Promise<Rehearsal> {
  const row = await findRow(ctx, 'rehearsal', { where: { id: keyOf(id) } });
  if (!row || !maySee(person, row)) throw new AppError('rehearsal_not_found');
  return present(ctx, row);
}

/**
 * Starts a rehearsal: its customers begin to write one after the other, each to one of the members in turn. Staff can
 * start one for themselves only.
 * @throws {AppError} rehearsal_not_possible; rehearsal_limit_reached; forbidden; member_not_found; unavailable when the
 * sandbox does not start.
 */
export async function startRehearsal(
  ctx: Context,
  person: UserActor,
  parts: PracticeParts,
  { scripts, language, pace, minutes, memberIds }: StartRehearsal,
): Promise<Rehearsal> {
  const number = await practiceNumber(ctx, parts);
  if (typeof number === 'string') throw new AppError('rehearsal_not_possible');
  const isForOthers = memberIds.some((id) => id !== person.id);
  if (isForOthers && person.role === 'staff') throw new AppError('forbidden');
  await number.start().catch((cause: unknown) => {
    throw new AppError('unavailable', { cause });
  });
  const members = memberIds.map(decodeId);
  const known = await findRows(ctx, 'user', { columns: ['id'], where: { id: members } });
  if (known.length < members.length) throw new AppError('member_not_found');
  const row = await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now();
    const rehearsal: Rehearsing = {
      ...{ id: newKey(), language, pace, numberId: number.numberId, startedBy: decodeId(person.id) },
      members: JSON.stringify(members.map((id) => id.toString('hex'))),
      ...{
        ended: null,
        createdAt: now,
        endsAt: new Date(now.getTime() + minutes * MINUTE_MS),
        endedAt: null,
      },
    };
    await insertRow(ctx, 'rehearsal', rehearsal);
    const customers = scripts.map((script, place) => newCustomer(ctx, rehearsal.id, script, members, place));
    await insertRows(ctx, 'rehearsalCustomer', customers);
    for (const [place, { id }] of customers.entries())
      await storeStep(ctx, id, {}, FIRST_MS + place * APART_MS[pace]);
    // At the end, where rehearsals that are started at the same time see each other.
    ctx.atEnd(() => checkLimits(ctx, rehearsal));
    await audit(ctx, rehearsal, 'rehearsal.started');
    recordRehearsal(ctx, rehearsal.id);
    return rehearsal;
  });
  return present(ctx, row);
}

/** Ends a rehearsal. One that has ended already stays as it is. @throws {AppError} rehearsal_not_found */
export async function stopRehearsal(ctx: Context, person: UserActor, id: string): Promise<Rehearsal> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lockRehearsal(ctx, keyOf(id));
    if (!row || !maySee(person, row)) throw new AppError('rehearsal_not_found');
    if (row.ended !== null) return;
    await endRehearsal(ctx, row, 'stopped');
    await audit(ctx, row, 'rehearsal.stopped');
  });
  return getRehearsal(ctx, person, id);
}

/**
 * Deletes a rehearsal that has ended, with its simulated contacts and their conversations. `person` is null for the server
 * itself. @throws {AppError} rehearsal_not_found; rehearsal_running
 */
export async function removeRehearsal(
  ctx: Context,
  person: UserActor | null,
  id: string,
  wakeJobs: () => void,
): Promise<{ id: string; deleted: true }> {
  await inTransaction(ctx, async (ctx) => {
    const row = await lockRehearsal(ctx, keyOf(id));
    if (!row || (person && !maySee(person, row))) throw new AppError('rehearsal_not_found');
    if (row.ended === null) throw new AppError('rehearsal_running');
    const customers = await customersOf(ctx, [row.id]);
    const places = await conversationsOf(
      ctx,
      customers.map(({ phone }) => phone),
    );
    for (const { contactId } of places.values()) await deleteContactWithin(ctx, contactId);
    await deleteRow(ctx, 'rehearsal', row.id);
    await audit(ctx, row, 'rehearsal.removed');
    recordRehearsal(ctx, row.id);
  });
  wakeJobs();
  return { id, deleted: true };
}

function newCustomer(
  ctx: ChangeContext,
  rehearsalId: Buffer,
  script: RehearsalScript,
  members: readonly Buffer[],
  place: number,
): Omit<RehearsalCustomerRow, 'tenantId'> {
  const memberId = members[place % members.length];
  if (!memberId) throw new Error('a rehearsal needs a member');
  return {
    ...{ id: newKey(), rehearsalId, script, phone: newPhone(), memberId, final: null, outcome: null },
    ...{ progress: JSON.stringify(FIRST_PROGRESS), nextLines: '[]', wroteAt: null, dueAt: null },
    createdAt: ctx.clock.now(),
  };
}

/** Returns a number that no country has: see `isSimulatedPhone`. Its end is none of those with which the sandbox fails. */
function newPhone(): string {
  const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0');
  return `9990${digits(4)}${randomInt(2, 9)}${digits(5)}`;
}

/** @throws {AppError} rehearsal_limit_reached */
async function checkLimits(ctx: QueryContext, { members }: Rehearsing): Promise<void> {
  const running = await findRows(ctx, 'rehearsal', { where: { ended: null }, columns: ['members'] });
  const busy = running.flatMap((row) => asJson<string[]>(row.members));
  const isTwice = asJson<string[]>(members).some((id) => busy.filter((one) => one === id).length > 1);
  const isFull = (await countRows(ctx, 'rehearsal')) > REHEARSALS_KEPT_MAX;
  if (running.length > REHEARSALS_RUNNING_MAX || isTwice || isFull)
    throw new AppError('rehearsal_limit_reached');
}

/** Staff see the rehearsals that they started or take part in. */
function maySee(person: UserActor, { startedBy, members }: Pick<Rehearsing, 'startedBy' | 'members'>) {
  if (person.role !== 'staff') return true;
  const me = decodeId(person.id);
  return startedBy?.equals(me) === true || asJson<string[]>(members).includes(me.toString('hex'));
}

async function present(ctx: QueryContext, row: Rehearsing): Promise<Rehearsal> {
  const customers = await customersOf(ctx, [row.id]);
  return presentRehearsal(ctx, row, customers, await memberNames(ctx, [row]));
}

/** Returns the names of everyone in some rehearsals who is still a member, by their ids in hex. */
async function memberNames(ctx: QueryContext, rows: readonly Rehearsing[]): Promise<Map<string, string>> {
  const ids = new Set(
    rows.flatMap(({ startedBy, members }) => [
      ...asJson<string[]>(members),
      ...(startedBy ? [startedBy.toString('hex')] : []),
    ]),
  );
  if (ids.size === 0) return new Map();
  const where = { id: [...ids].map((hex) => Buffer.from(hex, 'hex')) };
  const users = await findRows(ctx, 'user', { columns: ['id', 'name'], where });
  return new Map(users.map(({ id, name }) => [id.toString('hex'), name]));
}

function audit(
  ctx: ChangeContext,
  { id: key }: Rehearsing,
  action: `rehearsal.${'started' | 'stopped' | 'removed'}`,
) {
  const id = encodeId('rehearsal', key);
  return ctx.audit({ action, target: { kind: 'rehearsal', id, label: id } });
}

/** @throws {AppError} rehearsal_not_found for what is not an id. */
function keyOf(id: string): Buffer {
  const key = tryDecodeId('rehearsal', id);
  if (!key) throw new AppError('rehearsal_not_found');
  return key;
}
