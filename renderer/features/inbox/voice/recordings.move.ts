import { discardRecording, stopRecording, useRecordings } from './recordings.store.ts';

/**
 * Takes what was recorded in a conversation whose contact was merged to the other one, unless that has a recording. One
 * that runs is stopped and follows when it is ready.
 */
export function moveRecording(from: string, to: string): void {
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
