import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** How long a message stands still on the screen before it counts as seen. */
const SEEN_AFTER_MS = 400;

interface OnScreen {
  /** The customer's last message that was on the screen for a moment; null before there is one. */
  seenId: string | null;
  /** Whether the line above the first unread message is on the screen or was; null until the list has been looked at. */
  hasShownLine: boolean | null;
}

/** Follows what the list shows. `revision` changes with its rows. */
export function useOnScreen(
  container: RefObject<HTMLElement | null>,
  isPlaced: boolean,
  revision: unknown,
): OnScreen {
  const [seen, setSeen] = useState<OnScreen>({ seenId: null, hasShownLine: null });

  const look = useEffectEvent(() => {
    const list = container.current?.querySelector<HTMLElement>('[data-testid="thread"]');
    if (!list || document.visibilityState !== 'visible') return;
    const { top, bottom } = list.getBoundingClientRect();
    const isShown = (one: Element) => {
      const box = one.getBoundingClientRect();
      // One that is taller than the list is never shown as a whole.
      return box.top < bottom && box.bottom > top && (box.bottom <= bottom + 1 || box.top <= top);
    };
    const bubbles = [...list.querySelectorAll('article[data-direction="inbound"][data-id]')];
    const seenId = bubbles.findLast(isShown)?.getAttribute('data-id') ?? seen.seenId;
    const line = list.querySelector('[data-unread-line]');
    const hasShownLine = seen.hasShownLine === true || (line !== null && isShown(line));
    if (seenId !== seen.seenId || hasShownLine !== seen.hasShownLine) setSeen({ seenId, hasShownLine });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other messages on the screen.
  useEffect(() => {
    if (!isPlaced || !container.current) return;
    const element = container.current;
    let timer = setTimeout(look, SEEN_AFTER_MS);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SEEN_AFTER_MS);
    };
    // Scrolling does not bubble.
    element.addEventListener('scroll', wait, true);
    document.addEventListener('visibilitychange', wait);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', wait, true);
      document.removeEventListener('visibilitychange', wait);
    };
  }, [container, isPlaced, revision]);

  return seen;
}
