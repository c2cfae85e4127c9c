import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { MediaKind } from '../../../shared/domain/media-kind.ts';
import { encodeId, newKey } from '../../kernel/ids.ts';
import { measured } from '../../kernel/storage/measured.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** An image of few bytes may claim any number of pixels; no phone takes more than these. */
const PIXELS_MAX = 64_000_000;

const SMALL_EDGE = 640;

const SECONDS_MAX = 15;

const FORMATS = new Set(['jpeg', 'png', 'webp']);

// One image at a time keeps a core free for everything else, and nothing is kept between them.
sharp.concurrency(1);

sharp.cache(false);

/** Bytes that are stored, and what they turned out to be. */
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

/** No image on the network is larger; a larger one is kept without a small copy. */
const PICTURE_MAX = 20 * 1024 * 1024;

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/**
 * Returns what keeps the bytes of files. Each attempt writes under a name of its own, and a row points to a name only when all
 * is there: a process that dies leaves nothing that anybody sees, and the next attempt clears the folder first.
 */
export function createMediaFiles(storage: Storage) {
  const folderOf = (scope: TenantScope, id: Buffer) => `${scope.tenantId}/${encodeId('media', id)}`;

  return {
    /**
     * Stores a stream as it comes; at most a chunk of it is in memory.
     * @throws {TooManyBytesError} above `most`; whatever the source or the storage throws.
     */
    async write(
      scope: TenantScope,
      id: Buffer,
      source: Readable,
      facts: { most: number; size: number | null; mimeType: string },
    ): Promise<WrittenFile> {
      const storageKey = `${folderOf(scope, id)}/${newKey().toString('hex')}`;
      const meter = measured(facts.most);
      // Both must end: a storage that fails would otherwise leave the source waiting for ever.
      const stored = storage.write(storageKey, meter.stream, facts).catch((error: unknown) => {
        meter.stream.destroy(error as Error);
        throw error;
      });
      const outcomes = await Promise.allSettled([pipeline(source, meter.stream), stored]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
      return { storageKey, size: meter.size(), sha256: meter.digest() };
    },

    /** Makes the small copy of an image; null where it is none, or none that can be read. Never throws for that. */
    async thumbnail(
      scope: TenantScope,
      id: Buffer,
      file: { storageKey: string; size: number; kind: MediaKind },
    ): Promise<Thumbnail | null> {
      if (file.kind !== 'image' && file.kind !== 'sticker') return null;
      if (file.size > PICTURE_MAX) return null;
      const picture: Picture | null = await readPicture(await buffer(await storage.read(file.storageKey)));
      if (!picture) return null;
      const { small, width, height, isAnimated } = picture;
      const thumbnailKey = `${folderOf(scope, id)}/${newKey().toString('hex')}`;
      await storage.write(thumbnailKey, Readable.from([small]), {
        size: small.length,
        mimeType: 'image/webp',
      });
      return { thumbnailKey, width, height, isAnimated };
    },

    read: (key: string, range?: { start: number; end: number }) => storage.read(key, range),

    /** Removes all that was ever stored for a file. */
    clear: (scope: TenantScope, id: Buffer) => storage.removeFolder(folderOf(scope, id)),
  };
}

/** A picture, upright: its size in pixels, and a small copy of it. */
interface Picture {
  width: number;
  height: number;
  isAnimated: boolean;
  /** WebP. */
  small: Buffer;
}

/**
 * Reads a picture and makes its small copy, turned as its camera was held and without anything else that the
 * file says of place and time. Null for what is no picture, is damaged, or is larger than any real one.
 */
async function readPicture(bytes: Buffer): Promise<Picture | null> {
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
