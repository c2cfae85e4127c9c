import { implement } from '@orpc/server';
import { membersContract } from '../../../shared/contract/members.contract.ts';
import { actorOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { MembersService } from './members.service.ts';

export function membersRoutes(members: MembersService) {
  const os = implement(membersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => members.list(actorOf(context).scope)),
    add: os.add.handler(({ input, context }) => members.add(personOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      members.change(personOf(context), input.params.id, input.body),
    ),
    remove: os.remove.handler(({ input, context }) => members.remove(personOf(context), input.params.id)),
  });
}
