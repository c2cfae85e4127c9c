import type { Media, MediaState } from '../../../shared/contract/media.contract.ts';
import { mediaView } from '../../../shared/domain/media-view.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import { encodeId } from '../../kernel/ids.ts';

/** Returns a file in the format of the API; null while it is being received, or when it was dropped. */
export function presentMedia(row: MediaRow): Media | null {
  if (row.state === 'receiving' || row.state === 'dropped') return null;
  const state: MediaState = row.state;
  return mediaView({
    ...row,
    id: encodeId('media', row.id),
    state,
    size: row.size === null ? null : Number(row.size),
  });
}
