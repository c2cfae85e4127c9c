import {
  type Assignment,
  type AssignmentRules,
  CAPACITY_MAX,
} from '../../../shared/contract/inbox/assignment.contract.ts';
import { AUDIT_LABELS } from '../../../shared/domain/reasons/audit-labels.ts';
import type { UserRow } from '../../db/models/user.model.ts';
import type { UserActor } from '../../kernel/auth/actor.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { decodeId, encodeId } from '../../kernel/ids.ts';
import { findRow, findRows, insertRow, Op, updateRow, updateRows } from '../../kernel/tenancy/rows.ts';
import { countOpen } from './assignment.repository.ts';

const BY_HAND: AssignmentRules = {
  mode: 'manual',
  capacity: null,
  onlyInHours: false,
  awayAfterMinutes: null,
};

/** Returns the rules of the workspace, locked on request. */
export async function assignmentRules(ctx: QueryContext, isLocked = false): Promise<AssignmentRules> {
  const row = await findRow(ctx, 'assignmentRules', { isLocked });
  if (!row) return BY_HAND;
  const { mode, capacity, onlyInHours, awayAfterMinutes } = row;
  return { mode, capacity, onlyInHours: onlyInHours === 1, awayAfterMinutes };
}

/** Returns the rules and the members, with how many open conversations each has. */
export async function getAssignment(ctx: QueryContext): Promise<Assignment> {
  const members = await findRows(ctx, 'user', {
    columns: ['id', 'name', 'takesPart', 'awaySince'],
    order: [
      ['name', 'ASC'],
      ['id', 'ASC'],
    ],
  });
  const shown: Assignment['members'] = [];
  for (const { id, name, takesPart, awaySince } of members) {
    const openCount = await countOpen(ctx, id, CAPACITY_MAX);
    const member = { id: encodeId('user', id), name, openCount };
    shown.push({ ...member, takesPart: takesPart === 1, isAway: awaySince !== null });
  }
  return { ...(await assignmentRules(ctx)), members: shown };
}

/** Replaces the rules, and who takes part. Ids of people who are no longer members are ignored. */
export function changeAssignment(
  ctx: Context,
  { leftOut, ...rules }: AssignmentRules & { leftOut: readonly string[] },
): Promise<Assignment> {
  return inTransaction(ctx, async (ctx) => {
    const row = { ...rules, onlyInHours: rules.onlyInHours ? 1 : 0, updatedAt: ctx.clock.now() };
    const known = await findRow(ctx, 'assignmentRules', { columns: ['updatedAt'], isLocked: true });
    if (known) await updateRows(ctx, 'assignmentRules', {}, row);
    else await insertRow(ctx, 'assignmentRules', row);
    const ids = leftOut.map(decodeId);
    await updateRows(ctx, 'user', { id: { [Op.notIn]: ids } }, { takesPart: 1 });
    if (ids.length > 0) await updateRows(ctx, 'user', { id: ids }, { takesPart: 0 });
    const label = AUDIT_LABELS.write(rules.mode === 'manual' ? 'assigned_by_hand' : 'assigned_in_turn');
    const target = { kind: 'workspace' as const, id: ctx.scope.tenantId, label };
    await ctx.audit({ action: 'workspace.assignment_changed', target });
    ctx.record('assignment.changed', {});
    return getAssignment(ctx);
  });
}

/** Marks a person as away, or as available again. A person who chooses Away stays away, also when they do something. */
export function setAvailability(
  ctx: Context,
  person: UserActor,
  isAway: boolean,
): Promise<{ isAway: boolean }> {
  return changeMember(ctx, decodeId(person.id), ({ awaySince }, now) => ({
    awaySince: isAway ? (awaySince ?? now) : null,
    isIdle: 0,
    activeAt: now,
  }));
}

/** Stores that a person uses the dashboard; they are no longer away for lack of activity. */
export function noteActivity(ctx: Context, person: UserActor): Promise<{ isAway: boolean }> {
  return changeMember(ctx, decodeId(person.id), ({ awaySince, isIdle }, now) => ({
    awaySince: isIdle === 1 ? null : awaySince,
    isIdle: 0,
    activeAt: now,
  }));
}

/** Sets a person as away who has not used the dashboard since a time. */
export async function setIdle(ctx: Context, key: Buffer, before: Date): Promise<void> {
  await changeMember(ctx, key, ({ awaySince, isIdle, activeAt }, now) => {
    const isIdleNow = awaySince === null && (activeAt === null || activeAt < before);
    return isIdleNow ? { awaySince: now, isIdle: 1, activeAt } : { awaySince, isIdle, activeAt };
  });
}

type Activity = Pick<UserRow, 'awaySince' | 'isIdle' | 'activeAt'>;

/** Changes what is known of a person's activity, and reports it when they are away or available now. */
function changeMember(
  ctx: Context,
  key: Buffer,
  change: (activity: Activity, now: Date) => Activity,
): Promise<{ isAway: boolean }> {
  return inTransaction(ctx, async (ctx) => {
    const row = await findRow(ctx, 'user', {
      where: { id: key },
      columns: ['name', 'awaySince', 'isIdle', 'activeAt'],
      isLocked: true,
    });
    if (!row) return { isAway: false };
    const next = change(row, ctx.clock.now());
    await updateRow(ctx, 'user', key, next);
    if ((row.awaySince === null) !== (next.awaySince === null))
      ctx.record('member.changed', { id: encodeId('user', key), name: row.name });
    return { isAway: next.awaySince !== null };
  });
}
