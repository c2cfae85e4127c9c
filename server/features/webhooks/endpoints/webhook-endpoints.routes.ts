import { implement } from '@orpc/server';
import { webhookEndpointsContract } from '../../../../shared/contract/webhook-endpoints.contract.ts';
import type { UserActor } from '../../../kernel/auth/actor.ts';
import { actorOf, authorOf, personOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { WebhookEndpointsService } from './webhook-endpoints.service.ts';

/** Makes sure that the person at the keyboard is the one who signed in; throws `invalid_credentials`. */
export type ConfirmPassword = (context: RequestContext, actor: UserActor, password: string) => Promise<void>;

export function webhookEndpointsRoutes(endpoints: WebhookEndpointsService, confirm: ConfirmPassword) {
  const os = implement(webhookEndpointsContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => endpoints.list(actorOf(context).scope)),
    create: os.create.handler(({ input, context }) =>
      endpoints.create(actorOf(context).scope, input.body, authorOf(context)),
    ),
    get: os.get.handler(({ input, context }) => endpoints.get(actorOf(context).scope, input.params.id)),
    update: os.update.handler(({ input, context }) =>
      endpoints.update(actorOf(context).scope, input.params.id, input.body, authorOf(context)),
    ),
    remove: os.remove.handler(({ input, context }) =>
      endpoints.remove(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    pause: os.pause.handler(({ input, context }) =>
      endpoints.pause(actorOf(context).scope, input.params.id, input.body.events, authorOf(context)),
    ),
    resume: os.resume.handler(({ input, context }) =>
      endpoints.resume(actorOf(context).scope, input.params.id, authorOf(context)),
    ),
    revealSecret: os.revealSecret.handler(async ({ input, context }) => {
      const actor = personOf(context);
      await endpoints.get(actor.scope, input.params.id);
      await confirm(context, actor, input.body.password);
      return endpoints.reveal(actor.scope, input.params.id, authorOf(context));
    }),
    rotateSecret: os.rotateSecret.handler(({ input, context }) =>
      endpoints.rotate(actorOf(context).scope, input.params.id, input.body.overlapHours, authorOf(context)),
    ),
  });
}
