import { create } from 'zustand';
import type { Media } from '../../../../shared/contract/media.contract.ts';

/** An image that can be shown at full size. */
export interface ShownImage {
  media: Media;
  caption: string | null;
}

interface ViewerState {
  shown: ShownImage | null;
  /** The images that are shown one after the other, in their order. */
  all: readonly ShownImage[];
}

/** The image that is shown at full size. */
export const useViewer = create<ViewerState>(() => ({ shown: null, all: [] }));

/** Shows an image at full size, and lets the person go through those it belongs to. */
export function openViewer(shown: ShownImage, all: readonly ShownImage[] = [shown]): void {
  useViewer.setState({ shown, all });
}

/** Returns the image before or after the shown one; null at the ends. */
export function neighbor({ shown, all }: ViewerState, by: -1 | 1): ShownImage | null {
  const at = all.findIndex(({ media }) => media.id === shown?.media.id);
  return at === -1 ? null : (all[at + by] ?? null);
}

/** Shows the image before or after the shown one. */
export function showNeighbor(by: -1 | 1): void {
  const shown = neighbor(useViewer.getState(), by);
  if (shown) useViewer.setState({ shown });
}

/** Closes the image. */
export function closeViewer(): void {
  useViewer.setState({ shown: null });
}
