import { AppError } from '../../../shared/domain/errors.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import type { DiskGuard } from '../../kernel/storage/disk-space.ts';
import { type MediaUsage, mediaUsage } from './media-usage.repository.ts';

/** How much files may use. */
export interface StorageLimits {
  /** Bytes of all files of a workspace; null without a limit. */
  total: number | null;
  /** Bytes of uploads of a workspace that no message carries yet. */
  unsent: number;
  /** The guard of the disk that files are on; null when they are in a bucket. */
  disk: DiskGuard | null;
}

/** Uploads of a workspace that no message carries; more would make each upload slower. */
const UNSENT_FILES_MAX = 5_000;

/** Requires free disk space for an upload of this size. @throws {AppError} storage_full */
export async function requireDiskSpace({ disk }: StorageLimits, bytes: number): Promise<void> {
  if (disk && !(await disk.hasRoomFor(bytes))) {
    throw new AppError('storage_full', {
      message: 'The disk of this server is almost full. Ask the person who runs it to free space.',
    });
  }
}

/** Requires that an upload of this size is within the limits of its workspace. @throws {AppError} storage_full */
export function requireRoom(limits: StorageLimits, usage: MediaUsage, bytes: number): void {
  const isUnsentFull = usage.unsent + bytes > limits.unsent || usage.unsentFiles >= UNSENT_FILES_MAX;
  if (isUnsentFull) {
    throw new AppError('storage_full', {
      message:
        'Too many uploaded files have not been sent yet. Send some, or wait: they are removed after 24 hours.',
    });
  }
  if (limits.total !== null && usage.stored + usage.arriving + bytes > limits.total) {
    throw new AppError('storage_full', {
      message:
        'This workspace has used all of its storage for files. Delete contacts that it no longer needs.',
    });
  }
}

/** Returns why a customer's file cannot be stored now; null when it can. Then it is fetched later. */
export async function noRoomForFetch(ctx: QueryContext, limits: StorageLimits): Promise<string | null> {
  if (limits.disk && !(await limits.disk.hasRoomFor(0))) return 'the disk is almost full';
  if (limits.total === null) return null;
  const { stored, arriving } = await mediaUsage(ctx);
  return stored + arriving >= limits.total ? 'the workspace has used all of its storage' : null;
}
