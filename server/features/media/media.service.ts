import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Media, MediaAddress, StorageUse, Upload } from '../../../shared/contract/media.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import {
  judgeFile,
  MEDIA_LIMITS,
  STILL_STICKER_LIMIT,
  sizeReason,
} from '../../../shared/domain/media-limits.ts';
import { fileNameOf } from '../../../shared/domain/text.ts';
import { CommitUnknownError } from '../../db/database-errors.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import type { Context, QueryContext } from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import type { FileBody } from '../../kernel/http/bodies/file-body.ts';
import { decodeId, encodeId, newKey, tryDecodeId } from '../../kernel/ids.ts';
import { TooManyBytesError } from '../../kernel/storage/measured.ts';
import { presentMedia } from './media.presenter.ts';
import { findMedia, markMediaReady, readyMediaAmong, UNSENT_HOURS } from './media.repository.ts';
import { mediaAddress, type SignedPath } from './media-address.ts';
import type { ImageProblem, MediaFiles } from './media-files.ts';
import { mediaUsage, removeMedia, reserveMedia } from './media-usage.repository.ts';
import { requireDiskSpace, requireRoom, type StorageLimits } from './storage-limits.ts';

/** Fetches the file of a message from the platform again (a flow). */
export type RefetchMedia = (ctx: Context, id: Buffer) => Promise<void>;

/** A file that arrives, with its name; empty without one. */
export type IncomingUpload = FileBody & { filename: string };

/** The file of a signed address. */
export interface ServedFile {
  mimeType: string;
  size: number;
  filename: string | null;
  /** Unique to these bytes; used as an ETag. */
  tag: string;
  open(range?: { start: number; end: number }): Promise<NodeJS.ReadableStream>;
}

/**
 * Returns a file with its addresses. `publicUrl` is the server's public address without a trailing slash;
 * `path` is the address relative to it.
 * @throws {AppError} media_not_found; media_not_ready with the reason.
 */
export async function describeMedia(
  ctx: Context,
  publicUrl: string,
  id: string,
): Promise<{ media: Media & Omit<MediaAddress, 'id'>; path: string }> {
  const row = await messageFile(ctx, id);
  const media = presented(row);
  if (media.state !== 'ready') {
    throw new AppError('media_not_ready', {
      message: NOT_READY[media.state],
      ...(media.state === 'fetching' ? { retryAfter: 2 } : {}),
    });
  }
  const { url, thumbnailUrl, expiresAt } = mediaAddress(ctx, row);
  const whole = (path: string) => publicUrl + path;
  return {
    path: url,
    media: { ...media, url: whole(url), thumbnailUrl: thumbnailUrl && whole(thumbnailUrl), expiresAt },
  };
}

/** Returns new addresses for the given files that are ready. */
export async function mediaAddresses(
  ctx: Context,
  ids: readonly string[],
): Promise<{ data: MediaAddress[] }> {
  const rows = await readyMediaAmong(ctx, ids.map(decodeId));
  return { data: rows.map((row) => mediaAddress(ctx, row)) };
}

/**
 * Fetches a file from the platform again, and returns its new state.
 * @throws {AppError} media_not_found
 */
export async function refetchMedia(ctx: Context, refetch: RefetchMedia, id: string): Promise<Media> {
  const row = await messageFile(ctx, id);
  await refetch(ctx, row.id);
  return presented(await messageFile(ctx, id));
}

/** The dependencies of uploads. */
export interface UploadParts {
  files: MediaFiles;
  limits: StorageLimits;
}

/**
 * Stores an uploaded file for a later message, and returns it. The row is written before the bytes, so that
 * the remains of an interrupted upload can be found and removed.
 * @throws {AppError} unsupported_media_type; payload_too_large; validation_failed for an empty file; storage_full.
 */
export async function uploadMedia(
  ctx: Context,
  { files, limits }: UploadParts,
  upload: IncomingUpload,
): Promise<Upload> {
  const { scope } = ctx;
  const filename = fileNameOf(upload.filename);
  const verdict = judgeFile({ name: filename ?? '', type: upload.contentType, size: upload.size ?? 1 });
  if (!verdict.ok) throw refusal(verdict.code, verdict.reason);
  const { kind, mimeType } = verdict;
  const most = MEDIA_LIMITS[kind];
  const id = newKey();
  // The most that can arrive when nothing is announced.
  const size = Math.min(upload.size ?? most, most);
  await requireDiskSpace(limits, size);
  const createdAt = ctx.clock.now();
  const row = { ...NO_FILE, id, kind, mimeType, filename, size, createdAt };
  await reserveMedia(ctx, row, (usage) => requireRoom(limits, usage, size));
  try {
    const facts = { most, size: upload.size, mimeType };
    const written = await files.write(scope, id, upload.bytes, facts);
    if (written.size === 0) throw refusal('empty', 'The file is empty.');
    const image = await files.thumbnail(scope, id, { ...written, kind });
    if (typeof image === 'string') throw imageRefusal(image, filename ?? 'The file');
    if (kind === 'sticker' && !image?.isAnimated && written.size > STILL_STICKER_LIMIT) {
      throw refusal('size', sizeReason(written.size, STILL_STICKER_LIMIT, 'sticker'));
    }
    const { thumbnailKey = null, width = null, height = null } = image ?? {};
    const stored = { ...written, mimeType, thumbnailKey, width, height };
    return await inTransaction(ctx, async (ctx) => {
      await markMediaReady(ctx, id, 'receiving', stored);
      const made = {
        ...{ id: encodeId('media', id), kind, mimeType, size: written.size },
        sha256: written.sha256.toString('hex'),
        filename,
        expiresAt: new Date(createdAt.getTime() + UNSENT_HOURS * HOUR_MS).toISOString(),
      };
      ctx.setResponse(made);
      return made;
    });
  } catch (error) {
    // It may be stored, and then its Idempotency-Key answers with it: the file must be there. Otherwise it is cleaned up later.
    if (error instanceof CommitUnknownError) throw error;
    // Files that cannot be removed now are cleaned up later: the row shows that the upload never completed.
    await files
      .clear(scope, id)
      .then(() => removeMedia(ctx, id))
      .catch(() => undefined);
    if (error instanceof TooManyBytesError) {
      throw refusal('size', `The file is larger than the limit: ${sizeReason(most + 1, most, kind)}`);
    }
    throw error;
  }
}

/** Returns what the workspace's files use, and may use. */
export async function describeStorage(ctx: QueryContext, limits: StorageLimits): Promise<StorageUse> {
  const { stored, unsent } = await mediaUsage(ctx);
  return {
    usedBytes: stored,
    limitBytes: limits.total,
    unsentBytes: unsent,
    unsentLimitBytes: limits.unsent,
    isDiskFull: limits.disk !== null && !(await limits.disk.hasRoomFor(0)),
  };
}

/** Returns the file of a valid address; null when it no longer exists. */
export async function servedFile(
  ctx: QueryContext,
  files: MediaFiles,
  { id, variant }: SignedPath,
): Promise<ServedFile | null> {
  const row = await findMedia(ctx, id);
  const storageKey = variant === 'small' ? row?.thumbnailKey : row?.storageKey;
  if (row?.state !== 'ready' || !storageKey) return null;
  const open = (range?: { start: number; end: number }) => files.read(storageKey, range);
  const tag = `${row.sha256?.toString('base64url') ?? storageKey}${variant === 'small' ? 's' : ''}`;
  const { filename } = row;
  if (variant === 'file') return { mimeType: row.mimeType, size: Number(row.size), filename, tag, open };
  // Thumbnails are small enough to buffer, and their size is not stored anywhere.
  const bytes = await buffer(await open());
  const part = ({ start, end } = { start: 0, end: bytes.length - 1 }) => bytes.subarray(start, end + 1);
  return {
    ...{ mimeType: 'image/webp', size: bytes.length, filename: null, tag },
    open: async (range) => Readable.from([part(range)]),
  };
}

async function messageFile(ctx: QueryContext, id: string): Promise<MediaRow> {
  const key = tryDecodeId('media', id);
  const row = key && (await findMedia(ctx, key));
  if (!row?.messageId) throw new AppError('media_not_found');
  return row;
}

function presented(row: MediaRow): Media {
  const media = presentMedia(row);
  if (!media) throw new AppError('media_not_found');
  return media;
}

const HOUR_MS = 3_600_000;

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
  fetching: 'The file is still being downloaded from WhatsApp. Try again in a moment.',
  failed: 'The file could not be downloaded from WhatsApp. See `media.reason` of its message.',
  expired: 'WhatsApp no longer has this file. Ask the customer to send it again.',
} as const;

function imageRefusal(problem: ImageProblem, name: string): AppError {
  if (problem === 'unreadable') return refusal('type', `${name} is damaged or is not an image.`);
  if (problem === 'too_costly') {
    return refusal('type', `${name} takes too long to process. Save it as a smaller JPEG and send that.`);
  }
  const message =
    problem === 'busy'
      ? 'Too many images are being processed right now. Try again in a few seconds.'
      : 'This server cannot process images right now. Try again later.';
  return new AppError('unavailable', { message, retryAfter: problem === 'busy' ? 5 : 30 });
}

function refusal(code: 'empty' | 'type' | 'size', message: string): AppError {
  if (code === 'size') return new AppError('payload_too_large', { message });
  return new AppError(code === 'type' ? 'unsupported_media_type' : 'validation_failed', { message });
}
