import type { Media } from '../contract/media.contract.ts';
import { MEDIA_REASONS } from './reasons/media-reasons.ts';

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
  const { code: reasonCode, params: reasonParams } = MEDIA_REASONS.read(reason);
  return { id, state, url, mimeType, size, filename, width, height, reason, reasonCode, reasonParams };
}
