import { discardRecording, stopRecording, useRecordings } from '../voice/recordings.store.ts';
import { addFiles, isUploading, removeTile } from './tray.actions.ts';
import { addTiles, arm, removeTiles, tilesOf, useTray } from './tray.store.ts';

/**
 * Takes the files of a conversation whose contact was merged to the other one's tray, and its voice message. Uploads begin
 * again there. A message that waits for them is not sent by itself, since it is another one now; its composer says so.
 */
export function moveFiles(from: string, to: string): void {
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
  moveRecording(from, to);
}

/** Does not replace a recording that is there. One that runs is stopped, and follows when it is ready. */
function moveRecording(from: string, to: string): void {
  stopRecording(from);
  const end = useRecordings.subscribe(moveIfReady);
  moveIfReady();

  function moveIfReady(): void {
    const { [from]: recording, [to]: other } = useRecordings.getState();
    if (recording?.phase === 'recording' && !other) return;
    end();
    if (!recording?.file || other) return;
    discardRecording(from);
    // An upload for the old conversation is dropped when it ends: the person sends it again.
    useRecordings.setState({ [to]: { ...recording, phase: 'recorded' } });
  }
}
