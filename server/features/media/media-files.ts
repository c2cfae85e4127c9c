import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { MediaKind } from '../../../shared/domain/media-kind.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { measured } from '../../kernel/storage/measured.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import type { ImageDecoder, ImageOutcome } from './images/image-decoder.ts';

/** Stored bytes, with their measured size and hash. */
export interface WrittenFile {
  storageKey: string;
  size: number;
  sha256: Buffer;
}

export interface Thumbnail {
  thumbnailKey: string | null;
  width: number | null;
  height: number | null;
  isAnimated: boolean;
}

/** Why an image has no thumbnail. */
export type ImageProblem = Exclude<ImageOutcome['kind'], 'decoded'>;

/** No image on the platform is larger. A larger one is kept without a thumbnail. */
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/**
 * Creates the store of files. Each attempt writes under its own name, and a row refers to a name only once
 * the file is complete: a process that crashes leaves nothing visible, and the next attempt clears the folder
 * first.
 */
export function createMediaFiles(storage: Storage, images: ImageDecoder) {
  const folderOf = (scope: TenantScope, id: Buffer) => `${scope.tenantId}/${encodeId('media', id)}`;

  return {
    /**
     * Stores a stream while holding at most one chunk in memory.
     * @throws {TooManyBytesError} above `most`; any error of the source or the storage.
     */
    async write(
      scope: TenantScope,
      id: Buffer,
      source: Readable,
      facts: { most: number; size: number | null; mimeType: string },
    ): Promise<WrittenFile> {
      const storageKey = `${folderOf(scope, id)}/${newKey().toString('hex')}`;
      const meter = measured(facts.most);
      // Destroy the stream when the storage fails; otherwise the source would wait forever.
      const stored = storage.write(storageKey, meter.stream, facts).catch((error: unknown) => {
        meter.stream.destroy(error as Error);
        throw error;
      });
      const outcomes = await Promise.allSettled([pipeline(source, meter.stream), stored]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
      return { storageKey, size: meter.size(), sha256: meter.digest() };
    },

    /** Creates the thumbnail of an image or a sticker; returns null for other files, and why when it cannot. */
    async thumbnail(
      scope: TenantScope,
      id: Buffer,
      file: { storageKey: string; size: number; kind: MediaKind },
      options: { isPatient?: boolean } = {},
    ): Promise<Thumbnail | ImageProblem | null> {
      if (file.kind !== 'image' && file.kind !== 'sticker') return null;
      if (file.size > IMAGE_BYTES_MAX) return 'too_costly';
      const read = async () => buffer(await storage.read(file.storageKey));
      const outcome = await images.decode(scope.tenantId, read, options);
      if (outcome.kind !== 'decoded') return outcome.kind;
      const { width, height, isAnimated } = outcome.image;
      const small = Buffer.from(outcome.image.small);
      const thumbnailKey = `${folderOf(scope, id)}/${newKey().toString('hex')}`;
      await storage.write(thumbnailKey, Readable.from([small]), {
        size: small.length,
        mimeType: 'image/webp',
      });
      return { thumbnailKey, width, height, isAnimated };
    },

    read: (key: string, range?: { start: number; end: number }) => storage.read(key, range),

    /** Removes everything that was ever stored for a file. */
    clear: (scope: TenantScope, id: Buffer) => storage.removeFolder(folderOf(scope, id)),
  };
}
