import { implement } from '@orpc/server';
import { apiKeysContract } from '../../../shared/contract/api-keys.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import {
  changeApiKey,
  createApiKey,
  endPreviousSecret,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from './api-keys.service.ts';
import type { KeyUsage } from './key-usage.ts';

export function apiKeysRoutes(usage: KeyUsage) {
  const os = implement(apiKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listApiKeys(contextOf(context), usage)),
    create: os.create.handler(({ input, context }) => createApiKey(contextOf(context), input.body)),
    change: os.change.handler(({ input, context }) =>
      changeApiKey(contextOf(context), input.params.id, input.body, usage),
    ),
    roll: os.roll.handler(({ input, context }) =>
      rollApiKey(contextOf(context), input.params.id, input.body, usage),
    ),
    endPrevious: os.endPrevious.handler(({ input, context }) =>
      endPreviousSecret(contextOf(context), input.params.id, usage),
    ),
    revoke: os.revoke.handler(({ input, context }) => revokeApiKey(contextOf(context), input.params.id)),
  });
}
