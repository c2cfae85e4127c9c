import { implement } from '@orpc/server';
import { inferenceKeysContract } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import {
  createInferenceKey,
  inferenceKeyUsage,
  listInferenceKeys,
  renameInferenceKey,
  revokeInferenceKey,
  setKeyModels,
} from './inference-keys.service.ts';

export function inferenceKeysRoutes() {
  const os = implement(inferenceKeysContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listInferenceKeys(contextOf(context))),
    create: os.create.handler(({ input, context }) => createInferenceKey(contextOf(context), input.body)),
    rename: os.rename.handler(({ input, context }) =>
      renameInferenceKey(contextOf(context), input.params.id, input.body.name),
    ),
    setModels: os.setModels.handler(({ input, context }) =>
      setKeyModels(contextOf(context), input.params.id, input.body.models),
    ),
    revoke: os.revoke.handler(({ input, context }) =>
      revokeInferenceKey(contextOf(context), input.params.id),
    ),
    usage: os.usage.handler(({ input, context }) => inferenceKeyUsage(contextOf(context), input.query.days)),
  });
}
