import type { OpenAPI } from '@orpc/contract';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../../../shared/events/webhook-event.ts';
import { WEBHOOK_SAMPLES } from '../../../shared/events/webhook-samples.ts';

const SUMMARIES: Readonly<Record<WebhookEventType, string>> = {
  'message.received': 'A customer wrote',
  'message.updated': 'A message of yours was sent, delivered, read, or failed',
};

const header = (name: string, description: string): OpenAPI.ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const PARAMETERS = [
  header('webhook-id', 'The same in every attempt to deliver the event: know it again by this'),
  header('webhook-timestamp', 'Unix seconds of this attempt; refuse what is older than five minutes'),
  header(
    'webhook-signature',
    'As Standard Webhooks says: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`; one for each live secret, with blanks between',
  ),
];

/** The catalogue of events: what a receiver is sent, and what it may answer. */
export function webhooksOfDocument(): OpenAPI.Document['webhooks'] {
  return Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          summary: SUMMARIES[type],
          description:
            'Sent to every endpoint that asks for it, at least once, in no promised order: know an event again by its `id`, and order by `conversationSeq`. What is not answered with 2xx within the time of the endpoint is sent again: ten attempts in three days.',
          security: [],
          parameters: PARAMETERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/WebhookEvent' },
                examples: { sample: { summary: SUMMARIES[type], value: WEBHOOK_SAMPLES[type] } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken: it is not sent again' },
            '410': { description: 'Gone: the endpoint is disabled, nothing more is sent to it' },
            default: { description: 'Not taken: it is sent again later' },
          },
        },
      },
    ]),
  );
}
