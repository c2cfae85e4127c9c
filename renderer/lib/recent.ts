import { localStore } from './offline/local-store.ts';

/** Lists of what a person has chosen lately, latest first. They are stored on this device, by person. */
type RecentList = 'choices' | 'emoji' | 'refused-details' | 'searches' | 'seen-promises';

/** Returns the items of a list. */
export function recentItems(list: RecentList, owner: string): string[] {
  try {
    const items: unknown = JSON.parse(localStore.read(`${list}.${owner}`) ?? '[]');
    return Array.isArray(items) ? items.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Puts an item first in a list, which keeps `most` items. */
export function addRecent(list: RecentList, owner: string, item: string, most: number): void {
  const items = [item, ...recentItems(list, owner).filter((one) => one !== item)].slice(0, most);
  localStore.write(`${list}.${owner}`, JSON.stringify(items));
}

/** Empties a list. */
export function clearRecent(list: RecentList, owner: string): void {
  localStore.remove(`${list}.${owner}`);
}
