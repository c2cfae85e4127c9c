import { implement } from '@orpc/server';
import { invitationsContract } from '../../../shared/contract/access/invitations.contract.ts';
import { membersContract } from '../../../shared/contract/access/members.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { createResetLink, invite, listInvitations, revokeInvitation } from './invitations.service.ts';
import {
  changeMember,
  listColleagues,
  listMembers,
  type RemovalParts,
  removeMember,
  signOutMember,
} from './members.service.ts';

export interface PeopleParts extends RemovalParts {
  /** Where the dashboard is, for links. */
  publicUrl: string;
}

export function membersRoutes({ publicUrl, disconnect, unassignMember }: PeopleParts) {
  const os = implement(membersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listMembers(contextOf(context))),
    colleagues: os.colleagues.handler(({ context }) => listColleagues(contextOf(context))),
    change: os.change.handler(({ input, context }) =>
      changeMember(contextOf(context), disconnect, input.params.id, input.body),
    ),
    resetLink: os.resetLink.handler(({ input, context }) =>
      createResetLink(contextOf(context), publicUrl, input.params.id),
    ),
    signOut: os.signOut.handler(({ input, context }) =>
      signOutMember(contextOf(context), disconnect, input.params.id),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeMember(contextOf(context), { disconnect, unassignMember }, input.params.id),
    ),
  });
}

export function invitationsRoutes({ publicUrl }: PeopleParts) {
  const os = implement(invitationsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listInvitations(contextOf(context))),
    create: os.create.handler(({ input, context }) => invite(contextOf(context), publicUrl, input.body)),
    revoke: os.revoke.handler(({ input, context }) => revokeInvitation(contextOf(context), input.params.id)),
  });
}
