import { asApiError, sentenceOf } from '../../../lib/api/api-error.ts';
import { type Uploading, uploadFile } from '../../../lib/api/upload-file.ts';
import { randomId } from '../../../lib/random-id.ts';
import { refusalOf } from './media-words.ts';
import { sendComposed } from './tray.send.ts';
import { addTiles, arm, patchTile, type Tile, takeTiles, tilesOf, useTray } from './tray.store.ts';

/** So many files travel at once; more would only make each of them slower. */
const AT_ONCE = 2;

const running = new Map<string, Uploading>();

/** Takes files into the tray and begins to upload those that the platform would take. */
export function addFiles(conversationId: string, files: Iterable<File>): void {
  addTiles(conversationId, [...files].map(tileOf));
  pump(conversationId);
}

function tileOf(file: File): Tile {
  const { name, size, type } = file;
  const problem = refusalOf({ name, size, type });
  const isImage = /^image\/(jpeg|png|webp|gif)$/.test(type);
  return {
    ...{ id: randomId(), name, size, type, file, progress: 0, media: null },
    state: problem === null ? 'waiting' : 'refused',
    problem,
    previewUrl: isImage ? URL.createObjectURL(file) : null,
  };
}

/** Tries a file again whose upload failed. */
export function retryTile(conversationId: string, id: string): void {
  patchTile(conversationId, id, { state: 'waiting', progress: 0, problem: null });
  pump(conversationId);
}

/** Takes a file out of the tray; what of it is on the server is removed there by itself. */
export function removeTile(conversationId: string, tile: Tile): void {
  takeTiles(conversationId, new Set([tile.id]));
  running.get(tile.id)?.abort();
  if (tile.previewUrl) URL.revokeObjectURL(tile.previewUrl);
  // A person who removes a file may want to check the rest before it is sent.
  arm(conversationId, false);
}

/** Sends as soon as every file is up; those that failed are tried again first. */
export function sendWhenUp(conversationId: string): void {
  const tiles = tilesOf(conversationId);
  for (const { id, state } of tiles) if (state === 'failed') retryTile(conversationId, id);
  arm(conversationId, true);
  sendIfUp(conversationId);
}

function sendIfUp(conversationId: string): void {
  const isArmed = useTray.getState().armed[conversationId] ?? false;
  if (isArmed && !tilesOf(conversationId).some(isOnItsWay)) sendComposed(conversationId);
}

/** Whether a file of the tray is on its way. */
export function isOnItsWay({ state }: Tile): boolean {
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

async function upload(conversationId: string, { id, file, type }: Tile): Promise<void> {
  if (!file) return;
  patchTile(conversationId, id, { state: 'uploading', progress: 0 });
  const uploading = uploadFile(file, type, (progress) => patchTile(conversationId, id, { progress }));
  running.set(id, uploading);
  try {
    const media = await uploading.done;
    patchTile(conversationId, id, { state: 'ready', progress: 1, media });
    sendIfUp(conversationId);
  } catch (error) {
    const failure = asApiError(error);
    // What the server will not have, it will not have the second time either.
    const isFinal = failure.status === 413 || failure.status === 415 || failure.code === 'validation_failed';
    patchTile(conversationId, id, { state: isFinal ? 'refused' : 'failed', problem: sentenceOf(failure) });
    arm(conversationId, false);
  } finally {
    running.delete(id);
  }
}
