import { implement } from '@orpc/server';
import { promptLogContract } from '../../../../shared/contract/prompt-log.contract.ts';
import { actorOf, authorOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import type { PromptLogService } from './prompt-log.service.ts';

export function promptLogRoutes(log: PromptLogService) {
  const os = implement(promptLogContract).$context<RequestContext>();
  return os.router({
    settings: os.settings.handler(({ context }) => log.settings(actorOf(context).scope)),
    change: os.change.handler(({ input, context }) =>
      log.change(actorOf(context).scope, authorOf(context), input.body),
    ),
    list: os.list.handler(({ input, context }) => log.list(actorOf(context).scope, input.query)),
    get: os.get.handler(({ input, context }) => log.get(actorOf(context).scope, input.params.id)),
    clear: os.clear.handler(({ context }) => log.clear(actorOf(context).scope, authorOf(context))),
  });
}
