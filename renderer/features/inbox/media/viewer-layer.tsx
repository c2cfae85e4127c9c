import { opensAsDialog } from '../../../ui/overlays/later.tsx';
import { useViewer } from './viewer.store.ts';

const MediaViewer = opensAsDialog(async () => (await import('./media-viewer.tsx')).MediaViewer);

/** The place of an image at full size, above the page. Its code is loaded with the first image that is opened. */
export function ViewerLayer() {
  const opened = useViewer(({ shown }) => shown !== null);
  return <MediaViewer opened={opened} />;
}
