import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetchOn, PullError } from './fetch-on.mjs';

export { PullError } from './fetch-on.mjs';

const PROBE_MS = 15_000;
/** What is left free at the least, as a share of what is fetched. */
const SPARE = 0.05;

/**
 * Fetches a model of the catalog into a folder, going on where an earlier try broke off. It lies there only
 * when it is whole: of the size, and where its source tells one, of the digest that was said.
 * @param options `freeBytes` says how much room there is, `onProgress` hears shares from 0 to 1.
 * @returns where it is, and whether it was fetched now. @throws {PullError}
 */
export async function pullModel(
  { file, source, sha256 = null },
  folder,
  { freeBytes = freeBytesIn, onProgress = () => undefined } = {},
) {
  const path = join(folder, file);
  if (existsSync(path)) return { path, isNew: false };
  const said = await ask(source);
  // In a folder of its own until it is whole and has been looked at. The name says which version it is of.
  const drafts = join(folder, '.pulling');
  mkdirSync(drafts, { recursive: true });
  const version = createHash('sha256').update(`${said.tag} ${said.size}`).digest('hex').slice(0, 12);
  const draft = join(drafts, `${file}.${version}`);
  const missing = said.size - (statSync(draft, { throwIfNoEntry: false })?.size ?? 0);
  requireRoom(missing, freeBytes(folder), folder);
  await fetchOn(source, draft, said.size, onProgress);
  const { readGgufFileInfo } = await import('node-llama-cpp');
  const refuse = (reason) => {
    rmSync(draft, { force: true });
    throw new PullError(`What came is not the model: ${reason}. It was deleted; try again.`);
  };
  const digest = sha256 ?? said.digest;
  if (digest !== null && (await sha256Of(draft)) !== digest)
    refuse('its SHA-256 is not what its source says');
  if (!(await readGgufFileInfo(draft).then(Boolean, () => false))) refuse('it is no GGUF file');
  renameSync(draft, path);
  return { path, isNew: true };
}

/**
 * Asks what is there, before anything is fetched. Stores of large files give their SHA-256 as the ETag,
 * before they redirect to where the bytes are.
 */
async function ask(source) {
  const head = (redirect) =>
    fetch(source, { method: 'HEAD', redirect, signal: AbortSignal.timeout(PROBE_MS) }).catch((error) => {
      const reason = error.cause?.code ?? error.message;
      throw new PullError(`${source} cannot be reached (${reason}): check the network.`);
    });
  const first = await head('manual');
  const answer = first.status >= 300 && first.status < 400 ? await head('follow') : first;
  if (!answer.ok) throw new PullError(`${source} answers ${answer.status}: the model may have moved.`);
  const size = Number(first.headers.get('x-linked-size') ?? answer.headers.get('content-length'));
  if (!(size > 0)) throw new PullError(`${source} does not say how large it is.`);
  const tag = first.headers.get('x-linked-etag') ?? answer.headers.get('etag') ?? '';
  return { size, tag, digest: /^"?([0-9a-f]{64})"?$/.exec(tag)?.[1] ?? null };
}

function requireRoom(needed, free, folder) {
  if (free > needed * (1 + SPARE)) return;
  const inGb = (bytes) => (bytes / 1e9).toFixed(1);
  throw new PullError(`${inGb(needed)} GB are needed and ${inGb(free)} GB are free: make room in ${folder}.`);
}

function freeBytesIn(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
