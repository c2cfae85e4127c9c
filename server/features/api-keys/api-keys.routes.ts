import { implement } from '@orpc/server';
import { apiKeysContract } from '../../../shared/contract/api-keys.contract.ts';
import { actorOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export function apiKeysRoutes(apiKeys: ApiKeysService) {
  const os = implement(apiKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => apiKeys.list(actorOf(context).scope)),
    create: os.create.handler(({ input, context }) => {
      const person = personOf(context);
      return apiKeys.create(person.scope, input.body, decodeId(person.id));
    }),
    revoke: os.revoke.handler(({ input, context }) =>
      apiKeys.revoke(actorOf(context).scope, input.params.id),
    ),
  });
}
