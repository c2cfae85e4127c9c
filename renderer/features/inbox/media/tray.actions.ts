import { asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { type Uploading, uploadFile } from '../../../lib/api/upload-file.ts';
import { t } from '../../../lib/i18n.ts';
import { randomId } from '../../../lib/random-id.ts';
import { readDraftContent } from '../composer/drafts.store.ts';
import { rejectionOf } from './media-text.ts';
import { showNotSentToast } from './not-sent-toast.ts';
import { sendComposed } from './tray.send.ts';
import {
  addTiles,
  arm,
  composedOf,
  patchTile,
  removeTiles,
  type Tile,
  tilesOf,
  useTray,
} from './tray.store.ts';

/** Maximum number of concurrent uploads. More would only slow each of them down. */
const AT_ONCE = 2;

const running = new Map<string, Uploading>();

/** Adds files to the tray and starts uploading the ones that the platform accepts. */
export function addFiles(conversationId: string, files: Iterable<File>): void {
  addTiles(conversationId, [...files].map(tileOf));
  pump(conversationId);
}

function tileOf(file: File): Tile {
  const { name, size, type } = file;
  const problem = rejectionOf({ name, size, type });
  const isImage = /^image\/(jpeg|png|webp|gif)$/.test(type);
  return {
    ...{ id: randomId(), name, size, type, file, progress: 0, media: null },
    state: problem === null ? 'waiting' : 'refused',
    problem,
    previewUrl: isImage ? URL.createObjectURL(file) : null,
  };
}

/** Retries a failed upload. */
export function retryTile(conversationId: string, id: string): void {
  patchTile(conversationId, id, { state: 'waiting', progress: 0, problem: null });
  pump(conversationId);
}

/** Removes a file from the tray. The server deletes its unused upload automatically. */
export function removeTile(conversationId: string, tile: Tile): void {
  removeTiles(conversationId, new Set([tile.id]));
  running.get(tile.id)?.abort();
  if (tile.previewUrl) URL.revokeObjectURL(tile.previewUrl);
  // Without files, nothing waits: the text is in the composer.
  if (tilesOf(conversationId).length === 0) arm(conversationId, null);
}

/** Sends what is in the composer now: at once, or when all files are uploaded. Retries failed uploads. */
export function sendWhenUploaded(conversationId: string): void {
  const tiles = tilesOf(conversationId);
  for (const { id, state } of tiles) if (state === 'failed') retryTile(conversationId, id);
  arm(conversationId, composedIn(conversationId));
  sendIfUploaded(conversationId);
}

function sendIfUploaded(conversationId: string): void {
  const pressedOn = useTray.getState().armed[conversationId] ?? null;
  if (pressedOn === null || tilesOf(conversationId).some(isUploading)) return;
  if (pressedOn === composedIn(conversationId)) sendComposed(conversationId);
  // What was typed or attached since must not be sent unasked. The composer says so, if it is on the screen.
  else showNotSentToast(conversationId, t('inbox:media.tray.changedSince'));
}

function composedIn(conversationId: string): string {
  return composedOf(readDraftContent(conversationId), tilesOf(conversationId));
}

/** Returns whether a file of the tray keeps its message from being sent: it is being uploaded, or must be again. */
export function isHeldUp(tile: Tile): boolean {
  return isUploading(tile) || tile.state === 'failed';
}

/** Returns whether a file of the tray is being uploaded. */
export function isUploading({ state }: Tile): boolean {
  return state === 'waiting' || state === 'uploading';
}

function pump(conversationId: string): void {
  const all = Object.entries(useTray.getState().byConversation);
  const free = AT_ONCE - running.size;
  const waiting = all.flatMap(([id, tiles]) =>
    tiles.filter(({ state }) => state === 'waiting').map((tile) => ({ id, tile })),
  );
  for (const { id, tile } of waiting.slice(0, Math.max(0, free)))
    void upload(id, tile).then(() => pump(conversationId));
}

async function upload(conversationId: string, { id, name, file, type }: Tile): Promise<void> {
  if (!file) return;
  patchTile(conversationId, id, { state: 'uploading', progress: 0 });
  const uploading = uploadFile(file, type, (progress) => patchTile(conversationId, id, { progress }));
  running.set(id, uploading);
  try {
    const media = await uploading.done;
    patchTile(conversationId, id, { state: 'ready', progress: 1, media });
    sendIfUploaded(conversationId);
  } catch (error) {
    // It was removed meanwhile: the rest may still be uploading.
    if (!tilesOf(conversationId).some((tile) => tile.id === id)) return;
    const failure = asApiError(error);
    const problem = sentenceOf(failure);
    // If the server has rejected the file once, it will reject it again.
    const isFinal = failure.status === 413 || failure.status === 415 || failure.code === 'validation_failed';
    patchTile(conversationId, id, { state: isFinal ? 'refused' : 'failed', problem });
    if ((useTray.getState().armed[conversationId] ?? null) === null) return;
    arm(conversationId, null);
    showNotSentToast(conversationId, t('inbox:media.tray.notUploaded', { name, problem }));
  } finally {
    running.delete(id);
  }
}
