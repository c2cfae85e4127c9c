import type { Readable } from 'node:stream';
import type { Media, MediaAddress, UploadedMedia } from '../../../shared/contract/media.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  judgeFile,
  MEDIA_LIMITS,
  STILL_STICKER_LIMIT,
  sizeReason,
} from '../../../shared/domain/media-limits.ts';
import { fileNameOf } from '../../../shared/domain/text.ts';
import type { Database } from '../../db/database.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { TooManyBytesError } from '../../kernel/storage/measured.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { presentMedia } from './media.presenter.ts';
import { MediaRepository } from './media.repository.ts';
import type { MediaAddresses } from './media-address.ts';
import type { MediaFiles } from './media-files.ts';

export interface MediaDeps {
  database: Database;
  files: MediaFiles;
  addresses: MediaAddresses;
  /** Where the server is reached from outside, without a slash at the end. */
  publicUrl: string;
  /** A flow: asks for the file of a message again. */
  refetch(scope: TenantScope, id: Buffer): Promise<void>;
}

/** A file on its way to us. */
export interface Upload {
  filename: string;
  contentType: string;
  /** As announced; null when the caller does not say. */
  size: number | null;
  bytes: Readable;
}

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService({ database, files, addresses, publicUrl, refetch }: MediaDeps) {
  async function rowOf(scope: TenantScope, id: string): Promise<MediaRow> {
    const key = tryDecodeId('media', id);
    const row = key && (await new MediaRepository(database, scope).find(key));
    if (!row?.messageId) throw new AppError('media_not_found');
    return row;
  }

  function shown(row: MediaRow): Media {
    const media = presentMedia(row);
    if (!media) throw new AppError('media_not_found');
    return media;
  }

  return {
    /** A file with addresses of it. @throws {AppError} media_not_found, or media_not_ready with why. */
    async get(
      scope: TenantScope,
      id: string,
    ): Promise<{ media: Media & Omit<MediaAddress, 'id'>; path: string }> {
      const row = await rowOf(scope, id);
      const media = shown(row);
      if (media.state !== 'ready') {
        throw new AppError('media_not_ready', {
          message: NOT_READY[media.state],
          ...(media.state === 'fetching' ? { retryAfter: 2 } : {}),
        });
      }
      const { url, thumbnailUrl, expiresAt } = addresses.of(scope, row);
      const whole = (path: string) => publicUrl + path;
      return {
        path: url,
        media: { ...media, url: whole(url), thumbnailUrl: thumbnailUrl && whole(thumbnailUrl), expiresAt },
      };
    },

    /** Fresh addresses of those files that are ready. */
    async addresses(scope: TenantScope, ids: readonly string[]): Promise<{ data: MediaAddress[] }> {
      const rows = await new MediaRepository(database, scope).readyAmong(ids.map(decodeId));
      return { data: rows.map((row) => addresses.of(scope, row)) };
    },

    /** Asks the platform again for a file that did not come. */
    async refetch(scope: TenantScope, id: string): Promise<Media> {
      const row = await rowOf(scope, id);
      await refetch(scope, row.id);
      return shown(await rowOf(scope, id));
    },

    /**
     * Takes a file in for a message that will carry it. The row comes first, then the bytes: what stays behind
     * when the caller or the server goes away is found by it, and removed.
     * @throws {AppError} unsupported_media_type and payload_too_large, in words for people.
     */
    async upload(scope: TenantScope, upload: Upload): Promise<UploadedMedia> {
      const filename = fileNameOf(upload.filename);
      const verdict = judgeFile({ name: filename ?? '', type: upload.contentType, size: upload.size ?? 1 });
      if (!verdict.ok) throw refusal(verdict.code, verdict.reason);
      const { kind, mimeType } = verdict;
      const most = MEDIA_LIMITS[kind];
      const repository = new MediaRepository(database, scope);
      const id = newKey();
      await repository.insert({ ...NO_FILE, id, kind, mimeType, filename, createdAt: new Date() });
      try {
        const facts = { most, size: upload.size, mimeType };
        const written = await files.write(scope, id, upload.bytes, facts);
        if (written.size === 0) throw refusal('empty', 'The file is empty.');
        const picture = await files.thumbnail(scope, id, { ...written, kind });
        if (!picture && (kind === 'image' || kind === 'sticker')) {
          throw refusal('type', `${filename ?? 'The file'} is damaged, or no picture at all.`);
        }
        if (kind === 'sticker' && !picture?.isAnimated && written.size > STILL_STICKER_LIMIT) {
          throw refusal('size', sizeReason(written.size, STILL_STICKER_LIMIT, 'sticker'));
        }
        const { thumbnailKey = null, width = null, height = null } = picture ?? {};
        await repository.becomeReady(id, 'receiving', { ...written, mimeType, thumbnailKey, width, height });
        return { id: encodeId('media', id), kind, mimeType, size: written.size, filename };
      } catch (error) {
        // What cannot be removed now is swept up later: its row says that it never became a file.
        await files
          .clear(scope, id)
          .then(() => repository.remove(id))
          .catch(() => undefined);
        if (error instanceof TooManyBytesError) {
          throw refusal('size', `The file is larger than the limit: ${sizeReason(most + 1, most, kind)}`);
        }
        throw error;
      }
    },
  };
}

const NO_FILE = {
  messageId: null,
  conversationId: null,
  contactId: null,
  direction: 'outbound',
  state: 'receiving',
  size: null,
  sha256: null,
  width: null,
  height: null,
  storageKey: null,
  thumbnailKey: null,
  platformId: null,
  platformNumber: null,
  platformIdAt: null,
  reason: null,
  readyAt: null,
} as const;

const NOT_READY = {
  fetching: 'The file is still on its way from the platform. Ask again in a moment.',
  failed: 'The file could not be fetched from the platform: `reason` of its message says why.',
  expired: 'The platform no longer has this file. Ask the customer to send it again.',
} as const;

function refusal(code: 'empty' | 'type' | 'size', message: string): AppError {
  if (code === 'size') return new AppError('payload_too_large', { message });
  return new AppError(code === 'type' ? 'unsupported_media_type' : 'validation_failed', { message });
}
