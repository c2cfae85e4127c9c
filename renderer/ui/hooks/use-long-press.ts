import { type PointerEvent, type TouchEvent, useEffect, useRef } from 'react';

const LONG_MS = 450;
/** A finger that moves further than this scrolls. */
const STILL_PX = 10;

/** Calls `onLong` when a finger rests on an element. Lifting it is then no click. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const state = useRef({ isTouch: false, wasLong: false });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    isTouch: () => state.current.isTouch,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        state.current = { isTouch: event.pointerType === 'touch', wasLong: false };
        start.current = { x: event.clientX, y: event.clientY };
        stop();
        if (event.pointerType !== 'touch') return;
        timer.current = setTimeout(() => {
          state.current.wasLong = true;
          onLong();
        }, LONG_MS);
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = start.current;
        if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onTouchEnd: (event: TouchEvent) => {
        // The browser's mouse events for it would close what was opened.
        if (state.current.wasLong && event.cancelable) event.preventDefault();
      },
      onContextMenu: (event: { preventDefault(): void }) => {
        if (state.current.isTouch) event.preventDefault();
      },
    },
  };
}
