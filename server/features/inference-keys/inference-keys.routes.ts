import { implement } from '@orpc/server';
import { inferenceKeysContract } from '../../../shared/contract/inference-keys.contract.ts';
import { actorOf, personOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { decodeId } from '../../kernel/ids.ts';
import type { InferenceKeysService } from './inference-keys.service.ts';

export function inferenceKeysRoutes(keys: InferenceKeysService) {
  const os = implement(inferenceKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => keys.list(actorOf(context).scope)),
    create: os.create.handler(({ input, context }) => {
      const person = personOf(context);
      return keys.create(person.scope, input.body, decodeId(person.id));
    }),
    rename: os.rename.handler(({ input, context }) =>
      keys.rename(actorOf(context).scope, input.params.id, input.body.name),
    ),
    revoke: os.revoke.handler(({ input, context }) => keys.revoke(actorOf(context).scope, input.params.id)),
    usage: os.usage.handler(({ input, context }) => keys.usage(actorOf(context).scope, input.query.days)),
  });
}
