import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CatalogModel } from '../../../models/tools/catalog.ts';
import { fetchOn } from './fetch-on.ts';
import { PullError } from './pull-error.ts';
import { lockPull } from './pull-lock.ts';

const PROBE_MS = 15_000;
/** What is left free at the least, as a share of what is fetched. */
const SPARE = 0.05;

/** Where what has come lies until it is whole, inside the folder of models. */
export const DRAFTS = '.pulling';

/** How far it is: bytes that have come of how many; `checking` when all have, and they are looked at. */
export interface PullProgress {
  is: 'fetching' | 'checking';
  bytes: number;
  totalBytes: number;
}

export interface PullOptions {
  /** How much room there is, in bytes. */
  freeBytes?: (folder: string) => number;
  onProgress?: (progress: PullProgress) => void;
}

/**
 * Fetches a model of the catalog into a folder, going on where an earlier try broke off. It lies there only
 * when it is whole: of the size, and where its source tells one, of the digest that was said.
 * @returns where it is, and whether it was fetched now. @throws {PullError}
 */
export async function pullModel(
  { file, source, sha256 }: Pick<CatalogModel, 'file' | 'source' | 'sha256'>,
  folder: string,
  { freeBytes = freeBytesIn, onProgress = () => undefined }: PullOptions = {},
): Promise<{ path: string; isNew: boolean }> {
  const path = join(folder, file);
  if (existsSync(path)) return { path, isNew: false };
  const said = await ask(source);
  // In a folder of its own until it is whole and has been looked at. The name says which version it is of.
  const drafts = join(folder, DRAFTS);
  mkdirSync(drafts, { recursive: true });
  const version = createHash('sha256').update(`${said.tag} ${said.size}`).digest('hex').slice(0, 12);
  const draft = join(drafts, `${file}.${version}`);
  const unlock = lockPull(draft);
  try {
    const missing = said.size - (statSync(draft, { throwIfNoEntry: false })?.size ?? 0);
    requireRoom(missing, freeBytes(folder), folder);
    await fetchOn(source, draft, said.size, (bytes) =>
      onProgress({ is: 'fetching', bytes, totalBytes: said.size }),
    );
    onProgress({ is: 'checking', bytes: said.size, totalBytes: said.size });
    await requireModel(draft, sha256 ?? said.digest);
    renameSync(draft, path);
    return { path, isNew: true };
  } finally {
    unlock();
  }
}

/** @throws {PullError} `integrity`, when it is not what its source says; then it is deleted. */
async function requireModel(draft: string, digest: string | null): Promise<void> {
  const refuse = (reason: string) => {
    rmSync(draft, { force: true });
    throw new PullError('integrity', `What came is not the model: ${reason}. It was deleted.`);
  };
  if (digest !== null && (await sha256Of(draft)) !== digest)
    refuse('its SHA-256 is not what its source says');
  const { readGgufFileInfo } = await import('node-llama-cpp');
  if (!(await readGgufFileInfo(draft).then(Boolean, () => false))) refuse('it is no GGUF file');
}

/**
 * Asks what is there, before anything is fetched. Stores of large files give their SHA-256 as the ETag,
 * before they redirect to where the bytes are.
 */
async function ask(source: string): Promise<{ size: number; tag: string; digest: string | null }> {
  const head = (redirect: 'manual' | 'follow') =>
    fetch(source, { method: 'HEAD', redirect, signal: AbortSignal.timeout(PROBE_MS) }).catch((error) => {
      const reason = error.cause?.code ?? error.message;
      throw new PullError('network', `${source} cannot be reached (${reason}): check the network.`);
    });
  const first = await head('manual');
  const answer = first.status >= 300 && first.status < 400 ? await head('follow') : first;
  if (!answer.ok) {
    const code = answer.status >= 500 || answer.status === 429 ? 'network' : 'source';
    throw new PullError(code, `${source} answers ${answer.status}: the model may have moved.`);
  }
  const size = Number(first.headers.get('x-linked-size') ?? answer.headers.get('content-length'));
  if (!(size > 0)) throw new PullError('source', `${source} does not say how large it is.`);
  const tag = first.headers.get('x-linked-etag') ?? answer.headers.get('etag') ?? '';
  return { size, tag, digest: /^"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null };
}

function requireRoom(needed: number, free: number, folder: string): void {
  if (free > needed * (1 + SPARE)) return;
  const inGb = (bytes: number) => (bytes / 1e9).toFixed(1);
  throw new PullError(
    'space',
    `${inGb(needed)} GB are needed and ${inGb(free)} GB are free: make room in ${folder}.`,
  );
}

/** What may still be written into a folder, in bytes. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
