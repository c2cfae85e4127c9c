import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import type { DeepLink } from './deep-link.ts';

/** Returns the place that a link refers to: one on the link's server, preferably the one that is shown. */
export function placeOfLink(
  link: DeepLink,
  places: readonly WorkspacePlace[],
  shown: string | null,
): WorkspacePlace | null {
  const candidates = places.filter((place) => link.server === null || place.server === link.server);
  return candidates.find((place) => place.id === shown) ?? candidates[0] ?? null;
}
