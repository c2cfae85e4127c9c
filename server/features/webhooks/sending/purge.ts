import { type ChangeContext, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { enqueueJob, type JobHandler } from '../../../kernel/queue/jobs.ts';
import { removeWebhooksOfEndpoint } from './webhook-removal.repository.ts';

const KIND = 'purge-webhook-endpoint';

/** Queues, in the transaction that deletes an endpoint, the job that deletes its deliveries. */
export function enqueuePurgeEndpoint({ db, scope, tx }: ChangeContext, endpointId: Buffer): Promise<void> {
  return enqueueJob(db, scope, tx, KIND, { endpointId: endpointId.toString('hex') });
}

/** Returns the handler of that job. */
export function purgeEndpointJob(resources: Resources): JobHandler {
  return {
    kind: KIND,
    isDeletion: true,
    run: (scope, payload) =>
      removeWebhooksOfEndpoint(
        operatorContext(resources, scope),
        Buffer.from(payload.endpointId ?? '', 'hex'),
      ),
  };
}
