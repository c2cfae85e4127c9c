import { implement } from '@orpc/server';
import { apiKeysContract } from '../../../shared/contract/api-keys.contract.ts';
import { actorOf, authorOf, type RequestContext } from '../../kernel/http/request-context.ts';
import type { ApiKeysService } from './api-keys.service.ts';

export function apiKeysRoutes(apiKeys: ApiKeysService) {
  const os = implement(apiKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => apiKeys.list(actorOf(context).scope)),
    create: os.create.handler(({ input, context }) =>
      apiKeys.create(actorOf(context).scope, input.body, authorOf(context)),
    ),
    revoke: os.revoke.handler(({ input, context }) =>
      apiKeys.revoke(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
  });
}
