import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A pointer that has not moved for this long is not about to press. */
const AIM_MS = 1_000;

/** Whether the mouse is moving over an element, and so may be about to press something in it. */
export function useAiming() {
  const [isAiming, setAiming] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  function stop(): void {
    clearTimeout(timer.current);
    setAiming(false);
  }

  return {
    isAiming,
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        // Browsers report a move, without one, when something moves below a resting pointer.
        const here = `${event.clientX} ${event.clientY}`;
        if (event.pointerType !== 'mouse' || here === place.current) return;
        place.current = here;
        setAiming(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(stop, AIM_MS);
      },
      onPointerLeave: stop,
    },
  };
}
