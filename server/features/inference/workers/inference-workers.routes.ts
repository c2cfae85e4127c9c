import { implement } from '@orpc/server';
import { inferenceWorkersContract } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { contextOf, type RequestContext } from '../../../kernel/http/request-context.ts';
import { listWorkers, modelEgress, type WorkerSettings, workerHistory } from './inference-workers.service.ts';

export function inferenceWorkersRoutes(settings: WorkerSettings) {
  const os = implement(inferenceWorkersContract).$context<RequestContext>();
  return os.router({
    list: os.list.handler(({ context }) => listWorkers(contextOf(context), settings)),
    egress: os.egress.handler(({ context }) => modelEgress(contextOf(context), settings)),
    history: os.history.handler(({ input, context }) =>
      workerHistory(contextOf(context), settings.rule, input.query.span),
    ),
  });
}
