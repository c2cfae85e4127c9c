/** A rectangle on the desktop, in its pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** So much of the window has to lie on a screen to be found and moved. */
const VISIBLE_PIXELS = 120;

/** Whether enough of a window's title bar lies on one of the screens' work areas. */
export function isOnScreen(bounds: Bounds, areas: readonly Bounds[]): boolean {
  return areas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    const isBarInside = bounds.y >= area.y && bounds.y < area.y + area.height - VISIBLE_PIXELS / 2;
    return width >= VISIBLE_PIXELS && isBarInside;
  });
}
