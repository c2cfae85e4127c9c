import { readInboundMedia } from '../cloud-api/payload/inbound-media.ts';
import type { InboundMessage } from '../cloud-api/payload/inbound-message.ts';
import type { Database, Transaction } from '../db/database.ts';
import { MediaRepository } from '../features/media/index.ts';
import { newKey } from '../kernel/ids.ts';
import type { TenantScope } from '../kernel/tenancy/tenant-scope.ts';
import { enqueueFetch } from './media-fetches.repository.ts';

/** Notes the file of a customer's message, and that it is to be fetched, in the change that stores the message. */
export async function noteInboundMedia(
  database: Database,
  scope: TenantScope,
  tx: Transaction,
  inbound: InboundMessage,
  message: { messageId: Buffer; conversationId: Buffer; contactId: Buffer },
): Promise<void> {
  const file = readInboundMedia(inbound.type, inbound.payload);
  if (!file) return;
  const { fault, ...facts } = file;
  const id = newKey();
  await new MediaRepository(database, scope, tx).insert({
    ...facts,
    ...message,
    id,
    direction: 'inbound',
    state: fault === null ? 'fetching' : 'failed',
    size: null,
    width: null,
    height: null,
    storageKey: null,
    thumbnailKey: null,
    platformNumber: null,
    platformIdAt: inbound.sentAt,
    reason: fault,
    createdAt: new Date(),
    readyAt: null,
  });
  if (fault === null) await enqueueFetch(database, scope, tx, id);
}
