import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether the rows of a list have their final position. The list estimates, measures and moves rows,
 * so it is hidden until the last row has not moved for a frame.
 */
export function usePlaced(container: RefObject<HTMLElement | null>, isEmpty: boolean): boolean {
  const [isPlaced, setPlaced] = useState(isEmpty);

  useEffect(() => {
    if (isPlaced) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function look() {
      const last = container.current?.querySelector('[data-rows]')?.lastElementChild;
      const bottom = last?.getBoundingClientRect().bottom;
      if (bottom !== undefined && bottom === before) return setPlaced(true);
      before = bottom;
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [container, isPlaced]);

  return isPlaced;
}
