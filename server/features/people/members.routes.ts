import { implement } from '@orpc/server';
import { membersContract } from '../../../shared/contract/members.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  addMember,
  changeMember,
  type DisconnectMember,
  listMembers,
  removeMember,
} from './members.service.ts';

export function membersRoutes(disconnect: DisconnectMember) {
  const os = implement(membersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listMembers(contextOf(context))),
    add: os.add.handler(({ input, context }) => addMember(contextOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      changeMember(contextOf(context), disconnect, input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) =>
      removeMember(contextOf(context), disconnect, input.params.id),
    ),
  });
}
