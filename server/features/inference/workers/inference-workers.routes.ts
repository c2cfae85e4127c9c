import { implement } from '@orpc/server';
import { inferenceWorkersContract } from '../../../../shared/contract/inference-workers.contract.ts';
import type { RequestContext } from '../../../kernel/http/request-context.ts';
import type { InferenceWorkersService } from './inference-workers.service.ts';

export function inferenceWorkersRoutes(workers: InferenceWorkersService) {
  const os = implement(inferenceWorkersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(() => workers.list()),
    history: os.history.handler(() => workers.history()),
  });
}
