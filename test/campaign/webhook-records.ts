import { createHash, createHmac } from 'node:crypto';
import type { WebhookEvent } from '../../shared/events/webhook-event.ts';
import type { Received } from '../helpers/webhook-receiver/index.ts';
import type { RecordOf } from './records.ts';
import type { CampaignTenant } from './stack.ts';

/** The events that are counted one by one: `conversationSeq` numbers these without a gap. */
const COUNTED = ['message.received', 'message.updated'];

/** Returns the deliveries about messages that a workspace's receiver has got, as records. */
export function webhookRecords(tenant: CampaignTenant): (RecordOf<'webhook'> & { word: string })[] {
  return tenant.receiver.received.flatMap((request) => {
    const event = JSON.parse(request.body) as WebhookEvent;
    if (!COUNTED.includes(event.type)) return [];
    const { message, contact } = event.data;
    return {
      is: 'webhook',
      tenant: tenant.id,
      id: request.headers['webhook-id'] ?? '',
      digest: createHash('sha256').update(request.body).digest('base64url').slice(0, 16),
      isSigned: isSigned(request, tenant.receiverSecret) && event.id === request.headers['webhook-id'],
      contact: contact.id,
      conversationSeq: event.conversationSeq,
      type: event.type,
      message: message.id,
      word: message.status,
      platformId: message.platformId,
      text: message.content,
      ofTenant: event.tenantId,
      status: request.answered,
      at: request.at,
    };
  });
}

/** Checks the signature with nothing but the standard: the library would reject deliveries of some minutes ago. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}
