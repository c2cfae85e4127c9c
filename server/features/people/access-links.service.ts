import { AppError } from '../../../shared/domain/errors.ts';
import type { Author } from '../../kernel/auth/author.ts';
import { type Context, createContext, type Resources } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import { updateRow } from '../../kernel/tenancy/rows.ts';
import { endResetLinks, findOpenLink, type OpenLink, useLink } from './access-links.repository.ts';
import { endSessions, memberView } from './members.repository.ts';
import { auditMember, type DisconnectMember, hashFor, insertMember } from './members.service.ts';

/** Where a person without a session comes from, as recorded in the audit log. */
type Visitor = Pick<Author, 'ip' | 'requestId'>;

/**
 * Returns what a link is for, without using it.
 * @throws {AppError} access_link_invalid
 */
export async function openLink({ db, keyring }: Resources, token: string): Promise<OpenLink> {
  const link = await findOpenLink(db, keyring.fingerprints(token));
  if (!link) throw new AppError('access_link_invalid');
  return link;
}

/**
 * Adds the invited person.
 * @returns the context of their workspace, and their id.
 * @throws {AppError} access_link_invalid; member_email_taken; password_too_common; password_too_personal.
 */
export async function acceptInvitation(
  resources: Resources,
  visitor: Visitor,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<{ ctx: Context; userId: Buffer }> {
  const link = await openLink(resources, token);
  const { role, email } = link;
  if (link.kind !== 'invitation' || role === null) throw new AppError('access_link_invalid');
  const userId = newKey();
  const ctx = contextOf(resources, visitor, link, { id: encodeId('user', userId), name });
  const passwordHash = await hashFor(ctx, { email, name }, password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await useLink(ctx, link.id))) throw new AppError('access_link_invalid');
    await insertMember(ctx, { id: userId, name, email, role, passwordHash });
    ctx.record('invitation.changed', { id: encodeId('invitation', link.id), email });
  });
  return { ctx, userId };
}

/**
 * Sets the new password of a member and ends their sessions.
 * @throws {AppError} access_link_invalid; password_too_common; password_too_personal.
 */
export async function resetPassword(
  resources: Resources,
  disconnect: DisconnectMember,
  visitor: Visitor,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  const link = await openLink(resources, token);
  const { userId } = link;
  const scope = mintTenantScope(link.tenantId);
  const member = userId && (await memberView({ db: resources.db, scope }, userId));
  if (link.kind !== 'reset' || !member) throw new AppError('access_link_invalid');
  const id = encodeId('user', userId);
  const ctx = contextOf(resources, visitor, link, { id, name: member.name });
  const passwordHash = await hashFor(ctx, member, password);
  await inTransaction(ctx, async (ctx) => {
    if (!(await useLink(ctx, link.id))) throw new AppError('access_link_invalid');
    await updateRow(ctx, 'user', userId, { passwordHash });
    await endResetLinks(ctx, userId, ctx.clock.now());
    await endSessions(ctx, userId);
    await auditMember(ctx, 'member.password_changed', { id, name: member.name });
    ctx.record('member.changed', { id, name: member.name });
  });
  disconnect(scope, id);
  return { email: member.email };
}

/** The person who opens a link is the author of what follows. */
function contextOf(
  resources: Resources,
  visitor: Visitor,
  link: OpenLink,
  person: Pick<Author, 'id' | 'name'>,
): Context {
  const scope = mintTenantScope(link.tenantId);
  return createContext(resources, { scope, author: { kind: 'user', ...person, ...visitor } });
}
