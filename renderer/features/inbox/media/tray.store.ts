import { create } from 'zustand';
import type { UploadedMedia } from '../../../../shared/contract/media.contract.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';

/**
 * A file above the composer. `waiting`: for its turn; `uploading`; `ready`: on the server; `failed`: it can be
 * tried again; `refused`: the platform would not take it, so it never travels.
 */
export interface Tile {
  id: string;
  name: string;
  size: number;
  type: string;
  /** Absent in a tile whose file was uploaded before. */
  file: File | null;
  state: 'waiting' | 'uploading' | 'ready' | 'failed' | 'refused';
  /** 0 to 1. */
  progress: number;
  problem: string | null;
  media: UploadedMedia | null;
  /** Of an image, for as long as the page lives. */
  previewUrl: string | null;
}

interface TrayState {
  byConversation: Readonly<Record<string, readonly Tile[]>>;
  /** Send was pressed before all files were up: they go when they are. */
  armed: Readonly<Record<string, boolean>>;
}

const NONE: readonly Tile[] = [];

/** The files that are about to be sent, by conversation. They live as long as the page: a browser cannot keep a file. */
export const useTray = create<TrayState>(() => ({ byConversation: {}, armed: {} }));

/** Returns the files of a conversation, and follows their changes. */
export function useTiles(conversationId: string): readonly Tile[] {
  return useTray((state) => state.byConversation[conversationId] ?? NONE);
}

/** Returns the files of a conversation. */
export function tilesOf(conversationId: string): readonly Tile[] {
  return useTray.getState().byConversation[conversationId] ?? NONE;
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

/** Takes tiles out; their previews stay, for the component that shows them next. */
export function takeTiles(conversationId: string, ids: ReadonlySet<string>): void {
  setTiles(
    conversationId,
    tilesOf(conversationId).filter((tile) => !ids.has(tile.id)),
  );
}

/** Moves a tile one place to the front or to the back. */
export function moveTile(conversationId: string, id: string, by: -1 | 1): void {
  const tiles = [...tilesOf(conversationId)];
  const from = tiles.findIndex((tile) => tile.id === id);
  const to = from + by;
  const [moved, other] = [tiles[from], tiles[to]];
  if (!moved || !other) return;
  tiles[from] = other;
  tiles[to] = moved;
  setTiles(conversationId, tiles);
}

/** A file whose message was taken back: it is on the server still. */
export function putBack(conversationId: string, media: UploadedMedia): void {
  const { id, size, mimeType: type, kind } = media;
  const known = { state: 'ready', progress: 1, problem: null, file: null } as const;
  const previewUrl = previews.get(id) ?? null;
  const tile: Tile = { ...known, id, size, type, media, name: media.filename ?? kindLabel(kind), previewUrl };
  addTiles(conversationId, [tile]);
}

/** Sets whether the files are sent as soon as all are uploaded. */
export function arm(conversationId: string, isArmed: boolean): void {
  useTray.setState(({ armed }) => ({ armed: { ...armed, [conversationId]: isArmed } }));
}

/** Clears everything, with the previews that were held for it. */
export function emptyTrays(): void {
  for (const url of previews.values()) URL.revokeObjectURL(url);
  previews.clear();
  for (const tiles of Object.values(useTray.getState().byConversation)) {
    for (const { previewUrl } of tiles) if (previewUrl) URL.revokeObjectURL(previewUrl);
  }
  useTray.setState({ byConversation: {}, armed: {} });
}

/** Previews of what was just uploaded, by its id on the server, so that its bubble need not wait for it. */
export const previews = new Map<string, string>();

function setTiles(conversationId: string, tiles: readonly Tile[]): void {
  const { [conversationId]: _before, ...others } = useTray.getState().byConversation;
  useTray.setState({
    byConversation: tiles.length === 0 ? others : { ...others, [conversationId]: tiles },
  });
}
