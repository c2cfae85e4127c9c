import type { WorkspacePlace } from '../../../shared/ipc/shapes.ts';
import type { DeepLink } from './deep-link.ts';

/** Which place a link means: one on the server that it names, rather the one that is shown. */
export function placeOfLink(
  link: DeepLink,
  places: readonly WorkspacePlace[],
  shown: string | null,
): WorkspacePlace | null {
  const fitting = places.filter((place) => link.server === null || place.server === link.server);
  return fitting.find((place) => place.id === shown) ?? fitting[0] ?? null;
}
