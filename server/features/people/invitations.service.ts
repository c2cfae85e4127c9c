import { randomBytes } from 'node:crypto';
import {
  INVITATION_LIMIT,
  type Invitation,
  type Invite,
} from '../../../shared/contract/access/invitations.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import type { AccessLinkRow } from '../../db/models/access-link.model.ts';
import type { ChangeContext, Context } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { findRow, insertRow } from '../../kernel/tenancy/rows.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  deleteInvitationsOf,
  endResetLinks,
  findInvitations,
} from './access-links.repository.ts';
import { auditMember, openMember, requireRights } from './members.service.ts';

const LIFETIME_MS = { invitation: 7 * DAY_MS, reset: DAY_MS } as const;
/** The page of each kind of link. Browsers do not send what follows the # to a server. */
const PAGES = { invitation: '/invitation', reset: '/reset-password' } as const;

/** Returns the invitations, newest first, and how many may wait. */
export async function listInvitations(ctx: Context) {
  const rows = await findInvitations(ctx);
  return { data: rows.map((row) => present(ctx, row)), limit: INVITATION_LIMIT };
}

/**
 * Invites a person. An earlier invitation for the same email address stops working.
 * @returns the link, which only this function returns.
 * @throws {AppError} forbidden when the caller may not assign this role; member_email_taken;
 * invitation_limit_reached.
 */
export async function invite(ctx: Context, publicUrl: string, { email, role }: Invite) {
  requireRights(ctx, role);
  return inTransaction(ctx, async (ctx) => {
    if (await findRow(ctx, 'user', { columns: ['id'], where: { email } })) {
      throw new AppError('member_email_taken', {
        details: [{ path: 'email', message: 'belongs to a member' }],
      });
    }
    await deleteInvitationsOf(ctx, email);
    const { row, link } = await insertLink(ctx, publicUrl, { kind: 'invitation', email, role, userId: null });
    // At the end, where invitations that are made at the same time see each other.
    ctx.atEnd(async () => {
      if ((await countOpenInvitations(ctx, ctx.clock.now())) > INVITATION_LIMIT) {
        throw new AppError('invitation_limit_reached');
      }
    });
    const id = encodeId('invitation', row.id);
    await auditMember(ctx, 'member.invited', { id, name: `${email} (${role})` });
    ctx.record('invitation.changed', { id, email });
    return { invitation: present(ctx, row), link };
  });
}

/** Revokes an invitation. @throws {AppError} invitation_not_found; forbidden. */
export async function revokeInvitation(ctx: Context, id: string) {
  const key = tryDecodeId('invitation', id);
  await inTransaction(ctx, async (ctx) => {
    const [row] = key ? await findInvitations(ctx, key) : [];
    if (!row) throw new AppError('invitation_not_found');
    requireRights(ctx, row.role ?? 'staff');
    if (!(await deleteInvitation(ctx, row.id))) throw new AppError('invitation_not_found');
    await auditMember(ctx, 'member.invitation_revoked', { id, name: row.email });
    ctx.record('invitation.changed', { id, email: row.email });
  });
  return { id, revoked: true as const };
}

/**
 * Creates a link with which a member sets a new password. An earlier one stops working.
 * @throws {AppError} member_not_found; forbidden.
 */
export async function createResetLink(ctx: Context, publicUrl: string, memberId: string) {
  return inTransaction(ctx, async (ctx) => {
    // Waits for a promotion at the same time, which ends the links that exist by then.
    const { key, before } = await openMember(ctx, memberId);
    await endResetLinks(ctx, key, ctx.clock.now());
    const { email, name } = before;
    const { link } = await insertLink(ctx, publicUrl, { kind: 'reset', email, role: null, userId: key });
    await auditMember(ctx, 'member.reset_link_created', { id: memberId, name });
    return link;
  });
}

async function insertLink(
  ctx: ChangeContext,
  publicUrl: string,
  given: Pick<AccessLinkRow, 'kind' | 'email' | 'role' | 'userId'>,
) {
  const token = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.now();
  const row = {
    ...given,
    id: newKey(),
    tokenHash: ctx.keyring.fingerprint(token),
    createdById: ctx.author.kind === 'user' ? tryDecodeId('user', ctx.author.id ?? '') : null,
    createdByName: ctx.author.name,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS[given.kind]),
    usedAt: null,
  };
  await insertRow(ctx, 'accessLink', row);
  const url = new URL(PAGES[given.kind], publicUrl);
  url.hash = token;
  return { row, link: { url: url.href, expiresAt: row.expiresAt.toISOString() } };
}

function present({ clock }: Context, row: Omit<AccessLinkRow, 'tenantId'>): Invitation {
  const isExpired = row.expiresAt <= clock.now();
  return {
    id: encodeId('invitation', row.id),
    email: row.email,
    role: row.role ?? 'staff',
    state: row.usedAt ? 'accepted' : isExpired ? 'expired' : 'pending',
    createdBy: row.createdByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.usedAt?.toISOString() ?? null,
  };
}
