import { addFiles, isUploading, removeTile } from './tray.actions.ts';
import { addTiles, arm, removeTiles, tilesOf, useTray } from './tray.store.ts';

/**
 * Takes the files of a conversation whose contact was merged to the other one's tray. Uploads begin again there. A message
 * that waits for them is not sent by itself, since it is another one now; its composer says so.
 */
export function moveTray(from: string, to: string): void {
  const pressedOn = useTray.getState().armed[from] ?? null;
  for (const tile of tilesOf(from)) {
    if (tile.file && isUploading(tile)) {
      removeTile(from, tile);
      addFiles(to, [tile.file]);
    } else {
      removeTiles(from, new Set([tile.id]));
      addTiles(to, [tile]);
    }
  }
  arm(from, null);
  if (pressedOn !== null) arm(to, pressedOn);
}
