import type { Platform } from '../platform.ts';

const fileTypes = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/**
 * Returns the object of a person's file as callbacks contain it: the given payload, with the platform's
 * details of the file. A payload with an unknown file id is returned unchanged, for tests with made-up files.
 */
export function withFile(platform: Platform, phoneNumberId: string, type: string, payload: unknown): unknown {
  if (!fileTypes.has(type) || typeof payload !== 'object' || payload === null) return payload;
  const { id } = payload as { id?: unknown };
  const item = typeof id === 'string' ? platform.store.media.get(id) : undefined;
  if (item?.phoneNumberId !== phoneNumberId) return payload;
  return {
    mime_type: item.mimeType,
    sha256: Buffer.from(item.sha256, 'hex').toString('base64'),
    ...(type === 'document' && item.filename !== '' ? { filename: item.filename } : {}),
    ...(type === 'sticker' ? { animated: false } : {}),
    ...(type === 'audio' ? { voice: false } : {}),
    ...payload,
  };
}
