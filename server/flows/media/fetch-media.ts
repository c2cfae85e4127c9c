import { MEDIA_MAX } from '../../../shared/domain/media-limits.ts';
import { MEDIA_REASONS } from '../../../shared/domain/reasons/media-reasons.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import { credentialsOf } from '../../features/channel/index.ts';
import {
  endMediaFetch,
  findMedia,
  type MediaFiles,
  markMediaReady,
  noRoomForFetch,
  presentMedia,
  restartMedia,
  type StorageLimits,
} from '../../features/media/index.ts';
import {
  type ChangeContext,
  type Context,
  operatorContext,
  type Resources,
} from '../../kernel/context/context.ts';
import { inTransaction } from '../../kernel/context/in-transaction.ts';
import { encodeId } from '../../kernel/ids.ts';
import { complete, postpone, whileHolding } from '../../kernel/queue/queue.ts';
import { createWorker, type Worker } from '../../kernel/queue/worker.ts';
import { TooManyBytesError } from '../../kernel/storage/measured.ts';
import { mintTenantScope } from '../../kernel/tenancy/mint-tenant-scope.ts';
import type { MediaTransfer } from '../../platform/media-transfer.ts';
import { createFetchLanes, FETCH_SLOTS } from './fetch-lanes.ts';
import {
  enqueueFetch,
  MEDIA_FETCHES,
  type MediaFetch,
  NO_CHANNEL,
  openFetch,
} from './media-fetches.repository.ts';

/** The dependencies of fetching files. */
export interface FetchMediaParts {
  transfer: MediaTransfer;
  files: MediaFiles;
  limits: StorageLimits;
}

/** Timeout for one file: 100 MB over a slow connection. */
const FETCH_MS = 15 * 60_000;
const MAX_BACKOFF_SECONDS = 300;
const NO_CHANNEL_SECONDS = 30;
/** The platform keeps the file for 7 days: time to make room. */
const NO_ROOM_SECONDS = 60;
/** Number of damaged or rejected downloads after which the fetch is abandoned. */
const INVALID_MAX = 6;
/** The platform stores customers' files for this long (PLATFORM 6). */
const ID_LIFE_MS = 7 * 24 * 60 * 60_000;

const EXPIRED_REASON = MEDIA_REASONS.write('expired');

/**
 * The result of one attempt. `later`: in `seconds`; without them after the usual delay, or `askedSeconds` if that is
 * longer. `invalid`: the platform's file is missing or damaged; people see `message`.
 */
type Outcome =
  | { kind: 'done' }
  | { kind: 'later'; reason: string; seconds?: number; askedSeconds?: number | null }
  | { kind: 'invalid'; reason: string; message: string }
  | { kind: 'over'; state: 'failed' | 'expired'; reason: string };

/** Creates the worker that fetches the files of customers' messages before the platform deletes them. */
export function createFetchWorker(resources: Resources, parts: FetchMediaParts): Worker {
  const { db, log } = resources;
  const lanes = createFetchLanes(db.withShare('claims'));
  return createWorker(db, log, {
    queue: MEDIA_FETCHES,
    concurrency: FETCH_SLOTS,
    claim: lanes.claim,
    pollMs: 500,
    nameOf: (id) => encodeId('media', id),
    handle: (id, token) => work(id, token).finally(() => lanes.done(id)),
  });

  async function work(id: Buffer, token: Buffer): Promise<void> {
    const fetch = await openFetch(db, id, token);
    if (!fetch) return;
    const ctx = operatorContext(resources, mintTenantScope(fetch.tenantId));
    await whileHolding(db, MEDIA_FETCHES, fetch, async () => {
      await settle(ctx, fetch, await attempt(ctx, parts, fetch));
    });
  }
}

async function attempt(
  ctx: Context,
  { transfer, files, limits }: FetchMediaParts,
  fetch: MediaFetch,
): Promise<Outcome> {
  const { scope } = ctx;
  const row = await findMedia(ctx, fetch.id);
  // An earlier attempt may have crashed halfway, and no data of a deleted contact may be kept.
  if (row?.state !== 'ready') await files.clear(scope, fetch.id);
  if (row?.state !== 'fetching' || row.platformId === null) {
    await complete(ctx.db, MEDIA_FETCHES, fetch);
    return { kind: 'done' };
  }
  const credentials = await credentialsOf(ctx);
  if (!credentials) return { kind: 'later', reason: NO_CHANNEL, seconds: NO_CHANNEL_SECONDS };
  const noRoom = await noRoomForFetch(ctx, limits);
  if (noRoom !== null) return { kind: 'later', reason: noRoom, seconds: NO_ROOM_SECONDS };

  const found = await transfer.fetch(credentials.accessToken, row.platformId, AbortSignal.timeout(FETCH_MS));
  if (found.kind === 'gone') return { kind: 'over', state: 'expired', reason: EXPIRED_REASON };
  if (found.kind === 'again') return { ...found, kind: 'later' };
  if (found.kind === 'refused') {
    return {
      kind: 'invalid',
      reason: found.reason,
      message: MEDIA_REASONS.write('not_given', { detail: found.reason }),
    };
  }
  const { bytes, node } = found;
  const size = node.size ?? found.size;
  if (size !== null && size > MEDIA_MAX) {
    bytes.on('error', () => undefined).destroy();
    return { kind: 'over', state: 'failed', reason: MEDIA_REASONS.write('too_large') };
  }
  try {
    const mimeType = node.mimeType ?? row.mimeType;
    const written = await files.write(scope, row.id, bytes, {
      most: MEDIA_MAX,
      size,
      mimeType: row.mimeType,
    });
    const wanted = row.sha256 ?? node.sha256;
    if ((size !== null && written.size !== size) || (wanted && !wanted.equals(written.sha256))) {
      const reason = `${written.size} of ${size ?? 'an unknown number of'} bytes, or others than were announced`;
      return {
        kind: 'invalid',
        reason,
        message: MEDIA_REASONS.write('changed'),
      };
    }
    const made = await files.thumbnail(scope, row.id, { ...written, kind: row.kind }, { isPatient: true });
    // A customer's file is kept, whatever is wrong with it as an image.
    const image = typeof made === 'string' ? null : made;
    const { thumbnailKey = null, width = null, height = null } = image ?? {};
    const file = { ...written, mimeType: row.mimeType === UNKNOWN_TYPE ? mimeType : row.mimeType };
    const isKept = await inTransaction(ctx, async (ctx) => {
      // An attempt that lost its lease has lost its file too: another attempt has cleared the folder.
      if (!(await complete(ctx.db, MEDIA_FETCHES, fetch, ctx.tx))) return false;
      const stored = { ...file, thumbnailKey, width, height };
      if (!(await markMediaReady(ctx, row.id, 'fetching', stored))) return false;
      await recordChange(ctx, row.id);
      return true;
    });
    // The contact was deleted while the bytes arrived.
    if (!isKept && !(await findMedia(ctx, row.id))) await files.clear(scope, row.id);
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof TooManyBytesError) {
      return { kind: 'over', state: 'failed', reason: MEDIA_REASONS.write('too_large') };
    }
    return { kind: 'later', reason: error instanceof Error ? error.message : String(error) };
  }
}

const UNKNOWN_TYPE = 'application/octet-stream';

async function settle(ctx: Context, fetch: MediaFetch, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'done') return;
  const row = await findMedia(ctx, fetch.id);
  const end = endOf(fetch, row, outcome, ctx.clock.now());
  const names = { tenantId: ctx.scope.tenantId, media: encodeId('media', fetch.id) };
  if (end) {
    await inTransaction(ctx, async (ctx) => {
      if (!(await complete(ctx.db, MEDIA_FETCHES, fetch, ctx.tx))) return;
      if (await endMediaFetch(ctx, fetch.id, end.state, end.reason)) await recordChange(ctx, fetch.id);
    });
    ctx.log.warn({ ...names, ...end }, 'could not fetch a file; will not retry');
    return;
  }
  const { attempts } = fetch;
  const own = outcome.kind === 'later' ? outcome.seconds : undefined;
  const asked = outcome.kind === 'later' ? outcome.askedSeconds : null;
  const backoff = Math.min(2 ** Math.max(0, attempts - 1), MAX_BACKOFF_SECONDS);
  const seconds = own ?? Math.max(backoff, asked ?? 0);
  const { reason } = outcome;
  ctx.log.warn({ ...names, reason, attempts }, 'fetch postponed');
  const bindings = { reason: reason.slice(0, 1_000) };
  await postpone(ctx.db, MEDIA_FETCHES, fetch, { seconds, changes: 'last_error = :reason', bindings });
}

/** Returns the final state of the file; null when a retry may still help. */
function endOf(
  fetch: MediaFetch,
  row: MediaRow | null,
  outcome: Exclude<Outcome, { kind: 'done' }>,
  now: Date,
): { state: 'failed' | 'expired'; reason: string } | null {
  if (outcome.kind === 'over') return outcome;
  const since = row?.platformIdAt ?? row?.createdAt;
  if (since && now.getTime() - since.getTime() > ID_LIFE_MS)
    return { state: 'expired', reason: EXPIRED_REASON };
  if (outcome.kind === 'invalid' && fetch.attempts >= INVALID_MAX)
    return { state: 'failed', reason: outcome.message };
  return null;
}

/**
 * Fetches a file of a customer's message again after an earlier fetch failed. Does nothing for other files.
 * `wakeFetcher` wakes the worker that fetches it.
 */
export async function refetchFile(ctx: Context, wakeFetcher: () => void, id: Buffer): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await restartMedia(ctx, id))) return;
    await enqueueFetch(ctx, id);
    await recordChange(ctx, id);
  });
  wakeFetcher();
}

/** Records an event with the file's current state for the dashboard. */
async function recordChange(ctx: ChangeContext, id: Buffer): Promise<void> {
  const row = await findMedia(ctx, id);
  const media = row && presentMedia(row);
  if (!media || !row.messageId || !row.conversationId) return;
  const ids = {
    messageId: encodeId('message', row.messageId),
    conversationId: encodeId('conversation', row.conversationId),
  };
  ctx.record('media.updated', { ...ids, media }, row.contactId);
}
