import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** A scroll within this time after the reader's wheel, key, touch or drag is theirs. A busy machine draws it late. */
const INTENT_MS = 2_000;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
/** What scrolls a list up that has not changed for this time is the reader. A change moves it within a few frames. */
const STILL_MS = 300;

/** Where a list is: its offset from the start, and the offset that its end has. */
interface Place {
  top: number;
  endTop: number;
}

/**
 * Keeps a list at its end until the reader scrolls away. The end moves for many reasons besides new rows: a
 * bubble grows when its send fails, the composer gets a second line, a banner appears.
 */
export function useStickToBottom(
  list: RefObject<VirtuosoHandle | null>,
  container: RefObject<HTMLElement | null>,
  startsAtBottom: boolean,
) {
  const [isStuck, setStuck] = useState(startsAtBottom);
  const stuck = useRef(startsAtBottom);
  const lastInput = useRef(Number.NEGATIVE_INFINITY);
  /** When the reader last did what leaves the end: scrolling down does not, nor do keys of commands. */
  const lastLeave = useRef(Number.NEGATIVE_INFINITY);

  /** When the rows or the size of the list changed last; until the first time, no scroll is the reader's by itself. */
  const lastChange = useRef(Number.POSITIVE_INFINITY);
  /** Where the list was after its last change or scroll. */
  const place = useRef<Place | null>(null);

  const toBottom = useCallback(() => {
    lastChange.current = performance.now();
    list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
  }, [list]);

  const isIntended = useCallback(() => performance.now() - lastLeave.current < INTENT_MS, []);

  const isHeld = useRef(false);
  const reported = useRef(startsAtBottom);

  const handleAtBottom = useCallback(
    (isAtBottom: boolean) => {
      reported.current = isAtBottom;
      if (isHeld.current) return;
      if (!isAtBottom && !isIntended() && stuck.current) return toBottom();
      stuck.current = isAtBottom;
      setStuck(isAtBottom);
    },
    [isIntended, toBottom],
  );

  const handleHeight = useCallback(() => {
    lastChange.current = performance.now();
    // Scrolling draws rows, whose heights are known before the list reports that it has left its end.
    if (stuck.current && !isIntended()) toBottom();
  }, [isIntended, toBottom]);

  // The end also moves when the place of the list becomes smaller, by less than counts as scrolled away. The rows are
  // observed because the list reports its new height before it has drawn it, when the old end is still the end.
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(() => {
      place.current = placeOf(container.current);
      handleHeight();
    });
    observer.observe(container.current);
    const rows = container.current.querySelector('[data-rows]');
    if (rows) observer.observe(rows);
    return () => observer.disconnect();
  }, [container, handleHeight]);

  /** Event handlers for the element around the list. */
  const handlers = useMemo(() => {
    const note = (leavesEnd: boolean) => {
      lastInput.current = performance.now();
      if (leavesEnd) lastLeave.current = lastInput.current;
    };
    return {
      onWheelCapture: ({ deltaY }: { deltaY: number }) => note(deltaY < 0),
      onTouchMoveCapture: () => note(true),
      onKeyDownCapture: ({ key }: { key: string }) => note(KEYS_UP.includes(key)),
      onPointerMoveCapture: noteDrag,
      onScrollCapture: noteSilentScroll,
    };

    /**
     * Notes a scroll that no other event announces: by the scroll bar, by the search of the browser, by a screen reader,
     * or to what has the focus now. The list itself scrolls only after a change of its rows or its size.
     */
    function noteSilentScroll(): void {
      const before = place.current;
      const now = placeOf(container.current);
      place.current = now;
      const isStill = performance.now() - lastChange.current > STILL_MS;
      if (!isStill || !before || !now || now.endTop !== before.endTop) return;
      if (now.top < before.top - 1) note(true);
    }

    function noteDrag(event: { buttons: number }): void {
      if (event.buttons !== 0) note(true);
    }
  }, [container]);

  /**
   * Lets the list move away from its end, to another place. Until `settle`, it does not stick: a list that is not
   * measured yet reports that it is at its end.
   */
  const release = useCallback(() => {
    isHeld.current = true;
    stuck.current = false;
    setStuck(false);
  }, []);

  /** Ends `release`: the list sticks if it is at its end now. */
  const settle = useCallback(() => {
    if (!isHeld.current) return;
    isHeld.current = false;
    stuck.current = reported.current;
    setStuck(reported.current);
  }, []);

  /** Returns when the reader last scrolled or pressed a key in the list, in milliseconds of `performance.now()`. */
  const lastInputAt = useCallback(() => lastInput.current, []);

  return { isStuck, handlers, handleAtBottom, handleHeight, release, settle, lastInputAt };
}

function placeOf(container: HTMLElement | null): Place | null {
  const list = container?.querySelector('[data-testid="thread"]');
  return list ? { top: list.scrollTop, endTop: list.scrollHeight - list.clientHeight } : null;
}
