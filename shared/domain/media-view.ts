import type { Media } from '../contract/media.contract.ts';

/** The stored properties of a file. */
export interface MediaFacts {
  id: string;
  state: Media['state'];
  mimeType: string;
  size: number | null;
  filename: string | null;
  width: number | null;
  height: number | null;
  reason: string | null;
}

/** Returns a file as the API shows it. Its address does not expire, so events and caches can contain it. */
export function mediaView({ id, state, mimeType, size, filename, width, height, reason }: MediaFacts): Media {
  const url = state === 'ready' ? `/api/v1/media/${id}` : null;
  return { id, state, url, mimeType, size, filename, width, height, reason };
}
