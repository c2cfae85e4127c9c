import { implement } from '@orpc/server';
import { accessLinksContract } from '../../../shared/contract/access/invitations.contract.ts';
import {
  acceptInvitation,
  type DisconnectMember,
  openLink,
  resetPassword,
} from '../../features/people/index.ts';
import { openSession } from '../../features/sessions/index.ts';
import { isTwoFactorRequired } from '../../features/two-factor/index.ts';
import { findTenant } from '../../features/workspaces/index.ts';
import type { RequestContext } from '../../kernel/http/request-context.ts';
import type { SessionParts } from './sessions.routes.ts';

interface AccessLinkParts extends SessionParts {
  /** Closes the sockets of a member. */
  disconnectMember: DisconnectMember;
}

/** Returns the routes of the pages that invitations and password reset links lead to. */
export function accessLinksRoutes(parts: AccessLinkParts) {
  const os = implement(accessLinksContract).$context<RequestContext>();
  const visitorOf = ({ ip, requestId }: RequestContext) => ({ ip: ip || null, requestId });
  return os.router({
    open: os.open.handler(async ({ input, context }) => {
      await parts.limits.perNetwork(context);
      const { db } = context.resources;
      const { tenantId, kind, email, role, expiresAt } = await openLink(context.resources, input.body.token);
      const tenant = await findTenant({ db }, tenantId);
      return { kind, workspaceName: tenant?.name ?? '', email, role, expiresAt: expiresAt.toISOString() };
    }),
    accept: os.accept.handler(async ({ input, context }) => {
      await parts.limits.perNetwork(context);
      const { ctx, userId } = await acceptInvitation(context.resources, visitorOf(context), input.body);
      const token = await ctx.db.transaction(async (tx) => {
        const held = { ...ctx, tx };
        return (await isTwoFactorRequired(held)) ? null : openSession(held, userId, context.userAgent);
      });
      return { session: token === null ? null : await parts.startSession(context, token) };
    }),
    resetPassword: os.resetPassword.handler(async ({ input, context }) => {
      await parts.limits.perNetwork(context);
      return resetPassword(context.resources, parts.disconnectMember, visitorOf(context), input.body);
    }),
  });
}
