/** A rectangle on the desktop, in desktop pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Pixels of the window that must be on a screen, so that a person can find and move it. */
const VISIBLE_PIXELS = 120;

/** Returns whether enough of a window's title bar is within the work area of a screen. */
export function isOnScreen(bounds: Bounds, areas: readonly Bounds[]): boolean {
  return areas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    const isBarInside = bounds.y >= area.y && bounds.y < area.y + area.height - VISIBLE_PIXELS / 2;
    return width >= VISIBLE_PIXELS && isBarInside;
  });
}
