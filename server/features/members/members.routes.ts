import { implement } from '@orpc/server';
import { membersContract } from '../../../shared/contract/members.contract.ts';
import { actorOf, authorOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { Manager, MembersService } from './members.service.ts';

export function membersRoutes(members: MembersService) {
  const os = implement(membersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => members.list(actorOf(context).scope)),
    add: os.add.handler(({ input, context }) => members.add(managerOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      members.change(managerOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) => members.remove(managerOf(context), input.params.id)),
  });
}

function managerOf(context: RequestContext): Manager {
  const { scope, role } = personOf(context);
  return { scope, role, author: authorOf(context) };
}
