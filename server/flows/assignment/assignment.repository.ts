import type { Database } from '../../db/database.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { select } from '../../kernel/tenancy/rows.ts';

/** Returns some of the workspaces whose conversations are assigned in turn. */
export async function tenantsInTurn(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenant_id AS tenantId FROM assignment_rules
     WHERE mode = 'round_robin' AND tenant_id > :after ORDER BY tenant_id LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some open conversations of nobody in which a customer waits, the longest first. */
export async function unassignedConversations(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM conversations FORCE INDEX (conversations_to_assign)
     WHERE tenant_id = :tenantId AND status = 'open' AND assignee_id IS NULL AND waiting_since IS NOT NULL
       AND id NOT IN (:passedOver) ORDER BY waiting_since, id LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
  return rows.map(({ id }) => id);
}

/**
 * Returns some conversations that a customer has opened while their assignee was away, and that nobody has answered
 * since.
 */
export async function conversationsOfAway(
  ctx: QueryContext,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT c.id FROM users u JOIN conversations c FORCE INDEX (conversations_to_assign)
       ON c.tenant_id = u.tenant_id AND c.status = 'open' AND c.assignee_id = u.id
         AND c.waiting_since > u.away_since
     WHERE u.tenant_id = :tenantId AND c.tenant_id = :tenantId AND u.away_since IS NOT NULL
       AND c.first_response_at IS NULL AND c.id NOT IN (:passedOver)
     LIMIT ${Math.trunc(limit)}`,
    { passedOver: [...except] },
  );
  return rows.map(({ id }) => id);
}

/** Returns the members who can be assigned a conversation, who has waited longest for one first. */
export async function membersInTurn(ctx: QueryContext): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM users WHERE tenant_id = :tenantId AND takes_part = 1 AND away_since IS NULL
     ORDER BY last_assigned_at IS NOT NULL, last_assigned_at, id`,
  );
  return rows.map(({ id }) => id);
}

/** Returns how many open conversations a member has. Counting stops at `most`. */
export async function countOpen(ctx: QueryContext, memberId: Buffer, most: number): Promise<number> {
  const [row] = await select<{ counted: number }>(
    ctx,
    `SELECT COUNT(*) AS counted FROM (
       SELECT id FROM conversations
       WHERE tenant_id = :tenantId AND assignee_id = :memberId AND status = 'open' LIMIT ${Math.trunc(most)}) counted`,
    { memberId },
  );
  return Number(row?.counted ?? 0);
}

/** Returns some of the workspaces whose members are away after a time without activity. */
export async function tenantsWithIdleRule(db: Database, after: Buffer, limit: number): Promise<Buffer[]> {
  const rows = await db.select<{ tenantId: Buffer }>(
    `/* system: claim */ SELECT tenant_id AS tenantId FROM assignment_rules
     WHERE away_after_minutes IS NOT NULL AND tenant_id > :after ORDER BY tenant_id LIMIT ${Math.trunc(limit)}`,
    { after },
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Returns some available members who have not used the dashboard since a time. */
export async function idleMembers(
  ctx: QueryContext,
  before: Date,
  limit: number,
  except: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await select<{ id: Buffer }>(
    ctx,
    `SELECT id FROM users
     WHERE tenant_id = :tenantId AND away_since IS NULL AND (active_at IS NULL OR active_at < :before)
       AND id NOT IN (:passedOver) LIMIT ${Math.trunc(limit)}`,
    { before, passedOver: [...except] },
  );
  return rows.map(({ id }) => id);
}
