import { implement } from '@orpc/server';
import { inferenceKeysContract } from '../../../../shared/contract/inference-keys.contract.ts';
import { actorOf, authorOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { InferenceKeysService } from './inference-keys.service.ts';

export function inferenceKeysRoutes(keys: InferenceKeysService) {
  const os = implement(inferenceKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => keys.list(actorOf(context).scope)),
    create: os.create.handler(({ input, context }) =>
      keys.create(actorOf(context).scope, input.body, authorOf(context)),
    ),
    rename: os.rename.handler(({ input, context }) =>
      keys.rename(actorOf(context).scope, input.params.id, input.body.name, authorOf(context)),
    ),
    revoke: os.revoke.handler(({ input, context }) =>
      keys.revoke(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    usage: os.usage.handler(({ input, context }) => keys.usage(actorOf(context).scope, input.query.days)),
  });
}
