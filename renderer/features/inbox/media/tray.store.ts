import { create } from 'zustand';
import type { DraftContent } from '../../../../shared/contract/inbox/drafts.contract.ts';
import type { UploadedMedia } from '../../../../shared/contract/media.contract.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';

/**
 * A file above the composer. `waiting`: queued for upload; `uploading`; `ready`: on the server; `failed`: can
 * be retried; `refused`: the platform does not accept it, so it is never uploaded.
 */
export interface Tile {
  id: string;
  name: string;
  size: number;
  type: string;
  /** Null when the file was uploaded earlier. */
  file: File | null;
  state: 'waiting' | 'uploading' | 'ready' | 'failed' | 'refused';
  /** Upload progress from 0 to 1. */
  progress: number;
  problem: string | null;
  media: UploadedMedia | null;
  /** The preview of an image, valid for as long as the page is open. */
  previewUrl: string | null;
}

interface TrayState {
  byConversation: Readonly<Record<string, readonly Tile[]>>;
  /**
   * What Send was pressed on during the uploads, by conversation; see `composedOf`. It is sent when all files are
   * uploaded, unless the person has changed it since.
   */
  armed: Readonly<Record<string, string | null>>;
}

const NONE: readonly Tile[] = [];

/** The files to send, by conversation. A reload loses them, because a browser cannot store files. */
export const useTray = create<TrayState>(() => ({ byConversation: {}, armed: {} }));

/** Returns the files of a conversation and subscribes to changes. */
export function useTiles(conversationId: string): readonly Tile[] {
  return useTray((state) => state.byConversation[conversationId] ?? NONE);
}

/** Returns the files of a conversation. */
export function tilesOf(conversationId: string): readonly Tile[] {
  return useTray.getState().byConversation[conversationId] ?? NONE;
}

/** Returns whether a file will not be sent as it is. */
export function isBad({ state }: Tile): boolean {
  return state === 'refused' || state === 'failed';
}

/** Adds files to a conversation. */
export function addTiles(conversationId: string, tiles: readonly Tile[]): void {
  setTiles(conversationId, [...tilesOf(conversationId), ...tiles]);
}

/** Updates a file. */
export function patchTile(conversationId: string, id: string, patch: Partial<Tile>): void {
  setTiles(
    conversationId,
    tilesOf(conversationId).map((tile) => (tile.id === id ? { ...tile, ...patch } : tile)),
  );
}

/** Removes tiles but keeps their previews, because the next component still shows them. */
export function removeTiles(conversationId: string, ids: ReadonlySet<string>): void {
  setTiles(
    conversationId,
    tilesOf(conversationId).filter((tile) => !ids.has(tile.id)),
  );
}

/** Moves a tile one position towards the front or the back. Refused ones have no position: they are not sent. */
export function moveTile(conversationId: string, id: string, by: -1 | 1): void {
  const tiles = [...tilesOf(conversationId)];
  const from = tiles.findIndex((tile) => tile.id === id);
  let to = from + by;
  while (tiles[to]?.state === 'refused') to += by;
  const [moved, other] = [tiles[from], tiles[to]];
  if (!moved || !other) return;
  tiles[from] = other;
  tiles[to] = moved;
  setTiles(conversationId, tiles);
}

/** Returns the file of an unsent message to the tray. The file is still on the server. */
export function putBack(conversationId: string, media: UploadedMedia): void {
  const { id, size, mimeType: type, kind } = media;
  const known = { state: 'ready', progress: 1, problem: null, file: null } as const;
  const previewUrl = previews.get(id) ?? null;
  const tile: Tile = { ...known, id, size, type, media, name: media.filename ?? kindLabel(kind), previewUrl };
  addTiles(conversationId, [tile]);
}

/** Returns what Send would send, to compare: the text, what it quotes, and the files in their order. */
export function composedOf(
  { reply, quote }: Pick<DraftContent, 'reply' | 'quote'>,
  tiles: readonly Tile[],
): string {
  const files = tiles.filter(({ state }) => state !== 'refused').map(({ id }) => id);
  return JSON.stringify([reply.trim(), quote, files]);
}

/** Sets what is sent as soon as all files are uploaded; null: nothing. */
export function arm(conversationId: string, composed: string | null): void {
  useTray.setState(({ armed }) => ({ armed: { ...armed, [conversationId]: composed } }));
}

/** Clears all files and revokes their previews. */
export function emptyTrays(): void {
  for (const url of previews.values()) URL.revokeObjectURL(url);
  previews.clear();
  for (const tiles of Object.values(useTray.getState().byConversation)) {
    for (const { previewUrl } of tiles) if (previewUrl) URL.revokeObjectURL(previewUrl);
  }
  useTray.setState({ byConversation: {}, armed: {} });
}

/** Previews of recent uploads by media id, so that a bubble can show its image without loading it. */
export const previews = new Map<string, string>();

function setTiles(conversationId: string, tiles: readonly Tile[]): void {
  const { [conversationId]: _before, ...others } = useTray.getState().byConversation;
  useTray.setState({
    byConversation: tiles.length === 0 ? others : { ...others, [conversationId]: tiles },
  });
}
