import { type ChangeContext, operatorContext, type Resources } from '../../../kernel/context/context.ts';
import { enqueueJob, type JobHandler } from '../../../kernel/queue/jobs.ts';
import { removeWebhooksOfEndpoint } from './webhook-removal.repository.ts';

const KIND = 'purge-webhook-endpoint';

/** Stores, inside the deletion of an endpoint, the job that removes what was sent to it. */
export function enqueuePurgeEndpoint({ db, scope, tx }: ChangeContext, endpointId: Buffer): Promise<void> {
  return enqueueJob(db, scope, tx, KIND, { endpointId: endpointId.toString('hex') });
}

/** Returns the handler of that job. */
export function purgeEndpointJob(resources: Resources): JobHandler {
  return {
    kind: KIND,
    run: (scope, payload) =>
      removeWebhooksOfEndpoint(
        operatorContext(resources, scope),
        Buffer.from(payload.endpointId ?? '', 'hex'),
      ),
  };
}
