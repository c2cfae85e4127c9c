import type { MediaRow } from '../../db/models/media.model.ts';
import { TenantRepository } from '../../kernel/tenancy/tenant-repository.ts';

/** What is known of a file once all of its bytes are there. */
export type StoredFile = Pick<
  MediaRow,
  'mimeType' | 'size' | 'sha256' | 'width' | 'height' | 'storageKey' | 'thumbnailKey'
>;

export class MediaRepository extends TenantRepository<MediaRow> {
  protected readonly table = this.database.models.media;

  find(id: Buffer): Promise<MediaRow | null> {
    return this.findWhere({ id });
  }

  findOfMessage(messageId: Buffer): Promise<MediaRow | null> {
    return this.findWhere({ messageId });
  }

  ofContact(contactId: Buffer, limit: number): Promise<MediaRow[]> {
    return this.listWhere({ contactId }, limit);
  }

  readyAmong(ids: readonly Buffer[]): Promise<Pick<MediaRow, 'id' | 'thumbnailKey'>[]> {
    return this.select(
      `SELECT id, thumbnail_key AS thumbnailKey FROM media
       WHERE tenant_id = :tenantId AND state = 'ready' AND id IN (:ids)`,
      { ids: [...ids] },
    );
  }

  /** Gives an uploaded file to the message that carries it; false when it has one, or is none to send. */
  async attach(
    id: Buffer,
    to: { messageId: Buffer; conversationId: Buffer; contactId: Buffer },
  ): Promise<boolean> {
    const changed = await this.run(
      `UPDATE media SET message_id = :messageId, conversation_id = :conversationId, contact_id = :contactId
       WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound' AND state = 'ready' AND message_id IS NULL`,
      { id, ...to },
    );
    return changed > 0;
  }

  /** All bytes are there. False when nobody waits for them any more. */
  async becomeReady(id: Buffer, from: 'receiving' | 'fetching', file: StoredFile): Promise<boolean> {
    const changed = await this.run(
      `UPDATE media SET state = 'ready', mime_type = :mimeType, size = :size, sha256 = :sha256, width = :width,
         height = :height, storage_key = :storageKey, thumbnail_key = :thumbnailKey, reason = NULL,
         ready_at = UTC_TIMESTAMP(3)
       WHERE tenant_id = :tenantId AND id = :id AND state = :from`,
      { id, from, ...file },
    );
    return changed > 0;
  }

  /** The file will not come. */
  async giveUp(id: Buffer, state: 'failed' | 'expired', reason: string): Promise<boolean> {
    const changed = await this.run(
      `UPDATE media SET state = :state, reason = :reason
       WHERE tenant_id = :tenantId AND id = :id AND state = 'fetching'`,
      { id, state, reason: reason.slice(0, 500) },
    );
    return changed > 0;
  }

  /** Lets a file be fetched again that could not be fetched. */
  async startAgain(id: Buffer): Promise<boolean> {
    const changed = await this.run(
      `UPDATE media SET state = 'fetching', reason = NULL
       WHERE tenant_id = :tenantId AND id = :id AND direction = 'inbound' AND state = 'failed'
         AND platform_id IS NOT NULL`,
      { id },
    );
    return changed > 0;
  }

  /** Remembers under which id the platform has a file of ours; null forgets it. */
  async rememberUpload(id: Buffer, upload: { platformId: string; number: string } | null): Promise<void> {
    await this.run(
      `UPDATE media SET platform_id = :platformId, platform_number = :number,
         platform_id_at = ${upload ? 'UTC_TIMESTAMP(3)' : 'NULL'}
       WHERE tenant_id = :tenantId AND id = :id AND direction = 'outbound'`,
      { id, platformId: upload?.platformId ?? null, number: upload?.number ?? null },
    );
  }
}
