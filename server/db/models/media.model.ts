import type { MediaState } from '../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../shared/domain/media-kind.ts';
import { defineModel, digest, integer, key, string, time } from '../define-model.ts';

export interface MediaRow {
  id: Buffer;
  tenantId: Buffer;
  /** Null: uploaded, and not sent yet. */
  messageId: Buffer | null;
  conversationId: Buffer | null;
  contactId: Buffer | null;
  direction: 'inbound' | 'outbound';
  kind: MediaKind;
  /** `receiving`: its upload has begun; `dropped`: nobody sent it, its bytes are being removed. */
  state: MediaState | 'receiving' | 'dropped';
  mimeType: string;
  size: number | null;
  sha256: Buffer | null;
  filename: string | null;
  width: number | null;
  height: number | null;
  storageKey: string | null;
  thumbnailKey: string | null;
  /** Inbound: by which the file is asked for. Outbound: by which it is sent, once the platform has it. */
  platformId: string | null;
  /** The phone number id that the platform's id belongs to. */
  platformNumber: string | null;
  platformIdAt: Date | null;
  reason: string | null;
  /** Outbound: also when its message was cancelled, since then nothing carries it. */
  createdAt: Date;
  readyAt: Date | null;
}

export const mediaModel = defineModel<MediaRow>('media', {
  id: key({ primaryKey: true }),
  tenantId: key(),
  messageId: key(),
  conversationId: key(),
  contactId: key(),
  direction: string(),
  kind: string(),
  state: string(),
  mimeType: string(),
  size: integer(),
  sha256: digest(),
  filename: string(),
  width: integer(),
  height: integer(),
  storageKey: string(),
  thumbnailKey: string(),
  platformId: string(),
  platformNumber: string(),
  platformIdAt: time(),
  reason: string(),
  createdAt: time(),
  readyAt: time(),
});
