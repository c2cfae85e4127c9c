import { isOpenAt } from '../../../shared/domain/time/business-time.ts';
import {
  assignTo,
  lockWorkState,
  recordChange,
  responseRulesOf,
} from '../../features/conversations/index.ts';
import type { ChangeContext, Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { createItemRounds } from '../../kernel/queue/rounds.ts';
import { findRow, updateRow } from '../../kernel/tenancy/rows.ts';
import {
  conversationsOfAway,
  countOpen,
  idleMembers,
  membersInTurn,
  tenantsInTurn,
  tenantsWithIdleRule,
  unassignedConversations,
} from './assignment.repository.ts';
import { assignmentRules, setIdle } from './assignment.service.ts';

const EVERY_MS = 1_000;
const IDLE_EVERY_MS = 20_000;
/** Conversations of one workspace per round, so that each workspace has its turn. */
const AT_ONCE = 50;

/**
 * Creates the worker that assigns the conversations of waiting customers in turn (decision 0276). It looks for them in
 * the database, so none is missed when a server dies, and servers that look at once do not assign one twice.
 */
export function createAssignmentRounds(resources: Resources) {
  return createItemRounds(resources, {
    name: 'assignment',
    everyMs: EVERY_MS,
    problem: 'could not assign conversations; will retry',
    tenants: tenantsInTurn,
    atOnce: AT_ONCE,
    due: async (ctx, limit, except) => {
      const ids = await unassignedConversations(ctx, limit, except);
      const left = limit - ids.length;
      return left > 0 ? [...ids, ...(await conversationsOfAway(ctx, left, except))] : ids;
    },
    keyOf: (id) => id,
    // When nobody has room for one of them, nobody has for the others.
    work: async (ctx, id, turn) => {
      if (!(await inTransaction(ctx, (ctx) => assignInTurn(ctx, id)))) turn.end();
    },
  });
}

/** Creates the worker that sets members as away who have done nothing for the time of their workspace's rules. */
export function createIdleRounds(resources: Resources) {
  return createItemRounds(resources, {
    name: 'idle_members',
    everyMs: IDLE_EVERY_MS,
    problem: 'could not set idle members as away; will retry',
    tenants: tenantsWithIdleRule,
    atOnce: AT_ONCE,
    isDrained: true,
    due: async (ctx, limit, except) => {
      const { awayAfterMinutes } = await assignmentRules(ctx);
      if (awayAfterMinutes === null) return [];
      const before = new Date(ctx.clock.now().getTime() - awayAfterMinutes * 60_000);
      return (await idleMembers(ctx, before, limit, except)).map((id) => ({ id, before }));
    },
    keyOf: ({ id }) => id,
    work: (ctx, { id, before }) => setIdle(ctx, id, before),
  });
}

/**
 * Assigns a conversation to the member who has waited longest for one and has room. Returns whether there may be
 * such a member for another one.
 */
async function assignInTurn(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  // The lock of the rules makes servers choose one after the other, so that nobody gets more than there is room for.
  const { mode, capacity, onlyInHours } = await assignmentRules(ctx, true);
  if (mode === 'manual') return false;
  if (onlyInHours && !isOpenAt(ctx.clock.now(), (await responseRulesOf(ctx)).hours)) return false;
  const state = await lockWorkState(ctx, id);
  if (state?.status !== 'open' || state.waitingSince === null) return true;
  if (state.assigneeId !== null && !(await isAway(ctx, state.assigneeId))) return true;
  const memberId = await memberWithRoom(ctx, capacity);
  if (!memberId) return false;
  await assignTo(ctx, state, memberId);
  await updateRow(ctx, 'user', memberId, { lastAssignedAt: ctx.clock.now() });
  await recordChange(ctx, id);
  return true;
}

/** Returns the member who has waited longest for a conversation and has room; null when nobody has. */
async function memberWithRoom(ctx: ChangeContext, capacity: number | null): Promise<Buffer | null> {
  for (const memberId of await membersInTurn(ctx)) {
    if (capacity === null || (await countOpen(ctx, memberId, capacity)) < capacity) return memberId;
  }
  return null;
}

/** Returns the member whose turn it is, whatever the mode of assignment is. The rules are locked. */
export async function nextMember(ctx: ChangeContext): Promise<Buffer | null> {
  return memberWithRoom(ctx, (await assignmentRules(ctx, true)).capacity);
}

async function isAway(ctx: ChangeContext, id: Buffer): Promise<boolean> {
  const row = await findRow(ctx, 'user', { where: { id }, columns: ['awaySince'] });
  return row !== null && row.awaySince !== null;
}
