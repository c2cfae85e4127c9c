import type { InboxView } from '../../../../shared/domain/inbox-views.ts';

interface ShownList {
  ids: readonly string[];
  view: InboxView;
}

let shown: ShownList = { ids: [], view: 'open' };

/** Keeps the list on screen, for what opens after the open conversation left it. */
export function setShownList(list: ShownList): void {
  shown = list;
}

/** Returns the list on screen. */
export function shownList(): ShownList {
  return shown;
}

/**
 * Returns the next conversation in the list, or else the one before; null when there is none. `leaving` are
 * conversations that leave the list at the same time.
 */
export function neighbourOf(id: string, leaving: readonly string[] = [id]): string | null {
  const at = shown.ids.indexOf(id);
  if (at === -1) return null;
  const stays = (other: string) => !leaving.includes(other);
  return shown.ids.slice(at + 1).find(stays) ?? shown.ids.slice(0, at).findLast(stays) ?? null;
}
