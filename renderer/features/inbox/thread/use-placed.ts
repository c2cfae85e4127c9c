import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the rows of a list stand where they belong. It renders some where it guesses, measures them and
 * moves: it stays hidden until the last row has kept its place for a frame.
 */
export function usePlaced(place: RefObject<HTMLElement | null>, isEmpty: boolean): boolean {
  const [isPlaced, setPlaced] = useState(isEmpty);

  useEffect(() => {
    if (isPlaced) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function look() {
      const last = place.current?.querySelector('[data-rows]')?.lastElementChild;
      const bottom = last?.getBoundingClientRect().bottom;
      if (bottom !== undefined && bottom === before) return setPlaced(true);
      before = bottom;
      frame = requestAnimationFrame(look);
    });
    return () => cancelAnimationFrame(frame);
  }, [place, isPlaced]);

  return isPlaced;
}
