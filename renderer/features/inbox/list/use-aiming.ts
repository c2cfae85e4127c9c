import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A pointer at rest for this long is not about to click. */
const AIM_MS = 1_000;

/** Returns whether the mouse moves over an element, so that a click may follow. */
export function useAiming() {
  const [isAiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const position = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  function stop(): void {
    clearTimeout(timer.current);
    setAiming(false);
  }

  return {
    isAiming,
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        // Browsers also report a move when the content moves below a resting pointer.
        const here = `${event.clientX} ${event.clientY}`;
        if (event.pointerType !== 'mouse' || here === position.current) return;
        position.current = here;
        setAiming(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(stop, AIM_MS);
      },
      onPointerLeave: stop,
    },
  };
}
