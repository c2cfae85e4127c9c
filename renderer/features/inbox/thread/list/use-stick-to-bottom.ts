import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { VirtuosoHandle } from 'react-virtuoso';

/** A scroll within this time after the reader's wheel, key, touch or drag is theirs. A busy machine draws it late. */
const INTENT_MS = 2_000;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];

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

  const toBottom = useCallback(() => {
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
    // Scrolling draws rows, whose heights are known before the list reports that it has left its end.
    if (stuck.current && !isIntended()) toBottom();
  }, [isIntended, toBottom]);

  // The end also moves when the place of the list becomes smaller, by less than counts as scrolled away. The rows are
  // observed because the list reports its new height before it has drawn it, when the old end is still the end.
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(handleHeight);
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
    };

    function noteDrag(event: { buttons: number }): void {
      if (event.buttons !== 0) note(true);
    }
  }, []);

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
