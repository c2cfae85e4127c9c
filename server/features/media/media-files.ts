import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { MediaKind } from '../../../shared/domain/media-kind.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { measured } from '../../kernel/storage/measured.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** A small file can claim any number of pixels; no phone camera exceeds this. */
const PIXELS_MAX = 64_000_000;

const SMALL_EDGE = 640;

const SECONDS_MAX = 15;

const FORMATS = new Set(['jpeg', 'png', 'webp']);

// Processing one image at a time, without a cache, leaves CPU cores and memory for everything else.
sharp.concurrency(1);

sharp.cache(false);

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

/** No image on the platform is larger. A larger one is kept without a thumbnail. */
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/**
 * Creates the store of files. Each attempt writes under its own name, and a row refers to a name only once
 * the file is complete: a process that crashes leaves nothing visible, and the next attempt clears the folder
 * first.
 */
export function createMediaFiles(storage: Storage) {
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

    /** Creates the thumbnail of an image; returns null when the file is not a readable image. */
    async thumbnail(
      scope: TenantScope,
      id: Buffer,
      file: { storageKey: string; size: number; kind: MediaKind },
    ): Promise<Thumbnail | null> {
      if (file.kind !== 'image' && file.kind !== 'sticker') return null;
      if (file.size > IMAGE_BYTES_MAX) return null;
      const image: DecodedImage | null = await readImage(await buffer(await storage.read(file.storageKey)));
      if (!image) return null;
      const { small, width, height, isAnimated } = image;
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

/** An image in upright orientation: its size in pixels and its thumbnail. */
interface DecodedImage {
  width: number;
  height: number;
  isAnimated: boolean;
  /** WebP. */
  small: Buffer;
}

/**
 * Reads an image and creates its thumbnail, rotated by its EXIF orientation and stripped of all other
 * metadata, such as location. Returns null for anything that is not an image, is damaged, or exceeds the
 * limits.
 */
async function readImage(bytes: Buffer): Promise<DecodedImage | null> {
  try {
    const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true } as const;
    const { format, autoOrient, pages = 1 } = await sharp(bytes, options).metadata();
    if (!FORMATS.has(format ?? '')) return null;
    const small = await sharp(bytes, options)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(SMALL_EDGE, SMALL_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 76 })
      .toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1, small };
  } catch {
    return null;
  }
}
