import { implement } from '@orpc/server';
import { apiKeysContract } from '../../../shared/contract/api-keys.contract.ts';
import { contextOf, type RequestContext } from '../../kernel/http/request-context.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';
import type { KeyUsage } from './key-usage.ts';

export function apiKeysRoutes(usage: KeyUsage) {
  const os = implement(apiKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listApiKeys(contextOf(context), usage)),
    create: os.create.handler(({ input, context }) => createApiKey(contextOf(context), input.body)),
    revoke: os.revoke.handler(({ input, context }) => revokeApiKey(contextOf(context), input.params.id)),
  });
}
