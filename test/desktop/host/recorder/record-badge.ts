import type * as Electron from 'electron';

/** Records the number on the app's icon. */
export function recordBadge({ app }: typeof Electron) {
  let count = 0;
  app.setBadgeCount = (next = 0) => {
    count = next;
    return true;
  };
  app.getBadgeCount = () => count;
  return { badge: (): number => count };
}
