import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MODEL_REASONS } from '../../../shared/domain/reasons/model-reasons.ts';
import { isRunning, ownIdentity } from '../../db/local-mariadb/index.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { freeBytesIn } from '../models/free-bytes.ts';
import { fetchOn } from './fetch-on.ts';
import { PullError } from './pull-error.ts';

const HolderSchema = z.object({ pid: z.int(), started: z.string() });

const PROBE_MS = 15_000;
/** Disk space that must stay free, as a share of the download. */
const SPARE = 0.05;

/** Folder for unfinished downloads, inside the models folder. */
export const DRAFTS = '.pulling';

/** Progress of a download. `checking` means that all bytes are on disk and are being verified. */
export interface PullProgress {
  is: 'fetching' | 'checking';
  bytes: number;
  totalBytes: number;
}

export interface PullOptions {
  /** Returns the available disk space in bytes. */
  freeBytes?: (folder: string) => number;
  onProgress?: (progress: PullProgress) => void;
}

/**
 * Downloads a model of the catalog to a folder, resuming where an earlier attempt broke off. The file appears
 * in the folder only when it is complete: it has the expected size and, if a digest is known, that digest.
 * @returns its path; its SHA-256 if it was downloaded by this call, otherwise null. @throws {PullError}
 */
export async function pullModel(
  { file, source, sha256: pinned }: Pick<CatalogModel, 'file' | 'source' | 'sha256'>,
  folder: string,
  { freeBytes = freeBytesIn, onProgress = () => undefined }: PullOptions = {},
): Promise<{ path: string; isNew: boolean; sha256: string | null }> {
  const path = join(folder, file);
  if (existsSync(path)) return { path, isNew: false, sha256: null };
  const announced = await lookUp(source);
  // It stays in a separate folder until it is complete and verified. The file name contains the version.
  const drafts = join(folder, DRAFTS);
  mkdirSync(drafts, { recursive: true });
  const version = createHash('sha256')
    .update(`${announced.tag} ${announced.size}`)
    .digest('hex')
    .slice(0, 12);
  const draft = join(drafts, `${file}.${version}`);
  const unlock = lockPull(draft);
  try {
    const missing = announced.size - (statSync(draft, { throwIfNoEntry: false })?.size ?? 0);
    requireRoom(missing, freeBytes(folder), folder);
    await fetchOn(source, draft, announced.size, (bytes) =>
      onProgress({ is: 'fetching', bytes, totalBytes: announced.size }),
    );
    onProgress({ is: 'checking', bytes: announced.size, totalBytes: announced.size });
    // The digest of the catalog does not come from where the file comes from, so it takes precedence.
    const expected = pinned
      ? { digest: pinned, giver: 'the catalog' }
      : { digest: announced.digest, giver: 'its source' };
    const sha256 = await requireModel(draft, expected);
    renameSync(draft, path);
    return { path, isNew: true, sha256 };
  } finally {
    unlock();
  }
}

/**
 * Verifies a downloaded model, and returns its SHA-256.
 * @throws {PullError} `integrity` if it is not intact, after deleting it.
 */
async function requireModel(
  draft: string,
  { digest, giver }: { digest: string | null; giver: string },
): Promise<string> {
  const refuse = (reason: string) => {
    rmSync(draft, { force: true });
    throw new PullError('integrity', MODEL_REASONS.write('download_not_a_model', { detail: reason }));
  };
  const sha256 = await sha256Of(draft);
  if (digest !== null && sha256 !== digest) refuse(`its SHA-256 is not what ${giver} says`);
  const { readGgufFileInfo } = await import('node-llama-cpp');
  if (!(await readGgufFileInfo(draft).then(Boolean, () => false))) refuse('it is not a GGUF file');
  return sha256;
}

/**
 * Looks up the size before the download. Stores of large files return the SHA-256 as the ETag, before they
 * redirect to the file.
 */
async function lookUp(source: string): Promise<{ size: number; tag: string; digest: string | null }> {
  const head = (redirect: 'manual' | 'follow') =>
    fetch(source, { method: 'HEAD', redirect, signal: AbortSignal.timeout(PROBE_MS) }).catch((error) => {
      const reason = error.cause?.code ?? error.message;
      throw new PullError('network', MODEL_REASONS.write('source_unreachable', { source, detail: reason }));
    });
  const first = await head('manual');
  const answer = first.status >= 300 && first.status < 400 ? await head('follow') : first;
  if (!answer.ok) {
    const code = answer.status >= 500 || answer.status === 429 ? 'network' : 'source';
    throw new PullError(code, MODEL_REASONS.write('source_error', { source, status: answer.status }));
  }
  const size = Number(first.headers.get('x-linked-size') ?? answer.headers.get('content-length'));
  if (!(size > 0)) throw new PullError('source', MODEL_REASONS.write('source_without_size', { source }));
  const tag = first.headers.get('x-linked-etag') ?? answer.headers.get('etag') ?? '';
  return { size, tag, digest: /^"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null };
}

function requireRoom(needed: number, free: number, folder: string): void {
  if (free > needed * (1 + SPARE)) return;
  const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new PullError(
    'space',
    MODEL_REASONS.write('no_space', { needed: inGb(needed), free: inGb(free), folder }),
  );
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Locks a file, because the dashboard and `npm run models:pull` may download the same model at the same time.
 * The lock of a process that has ended is replaced.
 * @returns a function that releases the lock. @throws {PullError} `busy` if another process has the lock.
 */
function lockPull(draft: string): () => void {
  const path = `${draft}.lock`;
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(ownIdentity()), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder && isRunning(holder)) {
      throw new PullError('busy', MODEL_REASONS.write('download_busy', { pid: holder.pid }));
    }
    rmSync(path, { force: true });
  }
}

function holderOf(path: string): z.infer<typeof HolderSchema> | null {
  try {
    return HolderSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
