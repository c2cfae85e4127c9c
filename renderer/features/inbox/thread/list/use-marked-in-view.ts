import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';
import type { MarkedMessage } from '../store/marked-message.store.ts';

/** How long the place of a marked message is corrected; the mark itself lasts a little longer. */
const CORRECTED_MS = 2_000;
/** A message that has stood on the screen for this number of frames is in its place. */
const STILL_FRAMES = 15;
/** The list draws rows far away within this number of frames, on a slow machine too. */
const FRAMES_TO_DRAW = 10;

interface MarkedRow {
  list: RefObject<VirtuosoHandle | null>;
  container: RefObject<HTMLElement | null>;
  /** The marked message; null without one. */
  marked: MarkedMessage | null;
  /** Returns the index of its row; negative without one. */
  indexOf: (id: string) => number;
  /** Lets the list leave its end; `settle` ends that. */
  release: () => void;
  settle: () => void;
  /** Returns when the reader last scrolled, in milliseconds of `performance.now()`. */
  lastInputAt: () => number;
}

/**
 * Scrolls to a marked message and keeps it on the screen while the rows around it are drawn and measured, which moves
 * them. Ends when the reader scrolls.
 */
export function useMarkedInView({
  list,
  container,
  marked,
  indexOf,
  release,
  settle,
  lastInputAt,
}: MarkedRow): void {
  const show = useEffectEvent((id: string) => {
    const index = indexOf(id);
    if (index >= 0) list.current?.scrollToIndex({ index, align: 'center' });
  });
  const isLeft = useEffectEvent((since: number) => lastInputAt() > since);
  const start = useEffectEvent((id: string) => {
    release();
    // The list goes to a row again when it draws others, and so would bring back a reader who has scrolled since. A new
    // list starts at the mark anyway, and a row that is drawn is put in its place below.
    if (hasRows(container.current) && offsetOf(container.current, id) === null) show(id);
  });
  const end = useEffectEvent(settle);

  useEffect(() => {
    if (marked === null) return;
    const { messageId, at } = marked;
    const startedAt = performance.now();
    const freeScroll = stopScrollTo(threadOf(container.current), () => isLeft(at));
    start(messageId);
    let still = 0;
    let missing = 0;
    let frame = requestAnimationFrame(function look() {
      if (performance.now() - startedAt > CORRECTED_MS || isLeft(at)) return end();
      const offset = offsetOf(container.current, messageId);
      still = offset === 0 ? still + 1 : 0;
      missing = offset === null ? missing + 1 : 0;
      if (missing > FRAMES_TO_DRAW) {
        missing = 0;
        show(messageId);
      } else if (offset) threadOf(container.current)?.scrollBy({ top: offset });
      if (still === STILL_FRAMES) return end();
      frame = requestAnimationFrame(look);
    });
    return () => {
      cancelAnimationFrame(frame);
      freeScroll();
      end();
    };
  }, [container, marked]);
}

/**
 * Ignores `scrollTo` of an element while `isStopped` returns true. The list goes to its row again for a moment after it
 * has drawn others, also when the reader has scrolled since, and cannot be stopped by its own methods.
 * @returns a function that ends this.
 */
function stopScrollTo(element: HTMLElement | null, isStopped: () => boolean): () => void {
  if (!element) return () => undefined;
  element.scrollTo = (...to: unknown[]) => {
    if (!isStopped()) Reflect.apply(Element.prototype.scrollTo, element, to);
  };
  return () => void Reflect.deleteProperty(element, 'scrollTo');
}

function threadOf(container: HTMLElement | null): HTMLElement | null {
  return container?.querySelector<HTMLElement>('[data-testid="thread"]') ?? null;
}

function hasRows(container: HTMLElement | null): boolean {
  return Boolean(container?.querySelector('[data-rows]')?.firstElementChild);
}

/** Returns by how many pixels a message is off the screen, with room above it; 0 on the screen, null while it is not drawn. */
function offsetOf(container: HTMLElement | null, id: string): number | null {
  const list = threadOf(container);
  const bubble = list?.querySelector(`article[data-id="${CSS.escape(id)}"]`);
  if (!list || !bubble) return null;
  const { top, bottom, height } = list.getBoundingClientRect();
  const box = bubble.getBoundingClientRect();
  if (box.top >= top && box.bottom <= bottom) return 0;
  // One that is taller than the list is shown from its start.
  if (box.height >= height) return box.top >= top && box.top < bottom ? 0 : box.top - top;
  return box.top + box.height / 2 - (top + height / 2);
}
