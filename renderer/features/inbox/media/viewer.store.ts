import { create } from 'zustand';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';

interface ViewerState {
  shown: { media: Media; kind: MediaKind; caption: string | null } | null;
}

/** The image that is shown at full size. */
export const useViewer = create<ViewerState>(() => ({ shown: null }));

/** Shows an image at full size. */
export function openViewer(media: Media, kind: MediaKind, caption: string | null): void {
  useViewer.setState({ shown: { media, kind, caption } });
}

/** Closes the image. */
export function closeViewer(): void {
  useViewer.setState({ shown: null });
}
