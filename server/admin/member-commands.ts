import { z } from 'zod';
import { InviteSchema } from '../../shared/contract/access/invitations.contract.ts';
import { AddMemberSchema } from '../../shared/contract/access/members.contract.ts';
import { AppError } from '../../shared/domain/errors.ts';
import { EmailSchema } from '../../shared/domain/text.ts';
import { addMember, createResetLink, invite } from '../features/people/index.ts';
import { resetTwoFactor } from '../features/two-factor/index.ts';
import type { QueryContext } from '../kernel/context/context.ts';
import { encodeId } from '../kernel/ids.ts';
import { findRow } from '../kernel/tenancy/rows.ts';
import { defineCommand } from './command.ts';
import { nameFromEmail } from './tenant-commands.ts';
import { TENANT_OPTION, TenantOptionSchema, tenantOf } from './tenant-of.ts';

/** `member add`: the operator may add anyone, including an owner. */
export const memberAdd = defineCommand({
  group: 'member',
  name: 'add',
  summary: 'add a person to a workspace',
  options: [
    TENANT_OPTION,
    ['--email <address>', 'the address that they sign in with'],
    ['--password <text>', 'at least 10 characters; - reads it from standard input'],
    ['--role <role>', 'owner, admin or staff'],
  ],
  secrets: ['password'],
  input: AddMemberSchema.omit({ name: true }).extend({ tenant: TenantOptionSchema }),
  run: async ({ tenant, ...given }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const member = { ...given, name: nameFromEmail(given.email) };
    return addMember(container.contextFor(scope), member);
  },
});

/** `member invite`: prints a link that works once, for the person to choose their own password. */
export const memberInvite = defineCommand({
  group: 'member',
  name: 'invite',
  summary: 'print a link with which a person joins a workspace; it works once, for 7 days',
  options: [
    TENANT_OPTION,
    ['--email <address>', 'the address that they will sign in with'],
    ['--role <role>', 'owner, admin or staff'],
  ],
  input: InviteSchema.extend({ tenant: TenantOptionSchema }),
  run: async ({ tenant, ...person }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const { publicUrl } = container.config;
    const { invitation, link } = await invite(container.contextFor(scope), publicUrl, person);
    return { id: invitation.id, ...link };
  },
});

/** `member reset-link`: also for an only owner, for whom no one else can create a link. */
export const memberResetLink = defineCommand({
  group: 'member',
  name: 'reset-link',
  summary: 'print a link with which a member sets a new password; it works once, for 24 hours',
  options: [TENANT_OPTION, ['--email <address>', 'the address that they sign in with']],
  input: z.object({ tenant: TenantOptionSchema, email: EmailSchema }),
  run: async ({ tenant, email }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const ctx = container.contextFor(scope);
    return createResetLink(ctx, container.config.publicUrl, await memberIdOf(ctx, email));
  },
});

/** `member reset-two-factor`: for an owner who has lost the app and the recovery codes. */
export const memberResetTwoFactor = defineCommand({
  group: 'member',
  name: 'reset-two-factor',
  summary: 'remove the second factor of a person who has lost it',
  options: [TENANT_OPTION, ['--email <address>', 'the address that they sign in with']],
  input: z.object({ tenant: TenantOptionSchema, email: EmailSchema }),
  run: async ({ tenant, email }, container) => {
    const { scope } = await tenantOf(container, tenant);
    const ctx = container.contextFor(scope);
    const id = await memberIdOf(ctx, email);
    await resetTwoFactor(ctx, id);
    return { id, reset: true };
  },
});

/** Returns the id of the member with an email address. @throws {AppError} member_not_found */
async function memberIdOf(ctx: QueryContext, email: string): Promise<string> {
  const member = await findRow(ctx, 'user', { columns: ['id'], where: { email } });
  if (!member) throw new AppError('member_not_found');
  return encodeId('user', member.id);
}
