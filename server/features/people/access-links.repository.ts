import type { Database } from '../../db/database.ts';
import type { AccessLinkRow } from '../../db/models/access-link.model.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { countRows, deleteRows, findRows, Op, run, updateRows } from '../../kernel/tenancy/rows.ts';

/** How long a link is listed after its end. */
const LISTED_DAYS = 30;
const LIST_MAX = 200;

/** A link that can be used now, read before its workspace is known. */
export type OpenLink = Pick<
  AccessLinkRow,
  'id' | 'tenantId' | 'kind' | 'email' | 'role' | 'userId' | 'expiresAt'
>;

/** Returns the link of a token; null when it is unknown, used or expired. */
export async function findOpenLink(db: Database, tokenHashes: readonly Buffer[]): Promise<OpenLink | null> {
  const [row] = await db.select<OpenLink>(
    `/* system: access-link */ SELECT id, tenant_id AS tenantId, kind, email, role, user_id AS userId,
       expires_at AS expiresAt
     FROM access_links
     WHERE token_hash IN (:tokenHashes) AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)`,
    { tokenHashes: [...tokenHashes] },
  );
  return row ?? null;
}

/** Uses a link up; returns false when another request was first, or it was revoked. */
export async function useLink(ctx: QueryContext, id: Buffer): Promise<boolean> {
  const changed = await run(
    ctx,
    `UPDATE access_links SET used_at = UTC_TIMESTAMP(3)
     WHERE tenant_id = :tenantId AND id = :id AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)`,
    { id },
  );
  return changed === 1;
}

/** Returns the invitations, newest first. */
export function findInvitations(ctx: QueryContext, id?: Buffer): Promise<AccessLinkRow[]> {
  return findRows(ctx, 'accessLink', {
    where: { kind: 'invitation', ...(id && { id }) },
    order: [['id', 'DESC']],
    limit: LIST_MAX,
  });
}

/** Returns how many invitations wait to be accepted. */
export function countOpenInvitations(ctx: QueryContext, now: Date): Promise<number> {
  return countRows(ctx, 'accessLink', { kind: 'invitation', usedAt: null, expiresAt: { [Op.gt]: now } });
}

/** Deletes an invitation that has not been accepted; returns whether there was one. */
export async function deleteInvitation(ctx: QueryContext, id: Buffer): Promise<boolean> {
  return (await deleteRows(ctx, 'accessLink', { kind: 'invitation', id, usedAt: null })) > 0;
}

/** Deletes the earlier invitations of an email address that have not been accepted. */
export async function deleteInvitationsOf(ctx: QueryContext, email: string): Promise<void> {
  await deleteRows(ctx, 'accessLink', { kind: 'invitation', email, usedAt: null });
}

/** Makes the unused reset links of a member useless. */
export async function endResetLinks(ctx: QueryContext, userId: Buffer, now: Date): Promise<void> {
  await updateRows(ctx, 'accessLink', { kind: 'reset', userId, usedAt: null }, { usedAt: now });
}

/** Deletes the links that a member created and nobody has used. */
export async function deleteLinksBy(ctx: QueryContext, createdById: Buffer): Promise<void> {
  await deleteRows(ctx, 'accessLink', { createdById, usedAt: null });
}

/** Deletes up to `limit` links that ended more than 30 days ago; returns how many there were. */
export function deleteEndedLinks(db: Database, limit: number): Promise<number> {
  return db.run(
    `/* system: housekeeping */ DELETE FROM access_links
     WHERE expires_at < UTC_TIMESTAMP(3) - INTERVAL ${LISTED_DAYS} DAY LIMIT ${limit}`,
  );
}
