import type { Media } from '../contract/media.contract.ts';

/** What is known of a file, before it is shown. */
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

/** A file as everybody sees it. The address is one that stays, so events and caches may keep it. */
export function mediaView({ id, state, mimeType, size, filename, width, height, reason }: MediaFacts): Media {
  const url = state === 'ready' ? `/api/v1/media/${id}` : null;
  return { id, state, url, mimeType, size, filename, width, height, reason };
}
