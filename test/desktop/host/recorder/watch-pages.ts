import type * as Electron from 'electron';

/** Tells the host which page stands where, by the numbers that main and the browser both know. */
export function watchPages({ BaseWindow, webContents }: typeof Electron) {
  return {
    /** The id of the page that a person sees now, or null. */
    shownPage: (): number | null => {
      const windows = BaseWindow.getAllWindows().filter((window) => window.isVisible());
      const window = windows.find((one) => one.isFocused()) ?? windows.at(-1);
      return window ? (topOf(window.contentView)?.id ?? null) : null;
    },
    /** The id of the page that the debugging protocol calls this. */
    pageOfTarget: (targetId: string): number | null => webContents.fromDevToolsTargetId(targetId)?.id ?? null,
  };
}

function topOf(view: Electron.View): Electron.WebContents | null {
  if (!view.getVisible()) return null;
  for (const child of view.children.toReversed()) {
    const found = topOf(child);
    if (found) return found;
  }
  const contents = 'webContents' in view ? (view as Electron.WebContentsView).webContents : null;
  return contents && !contents.isDestroyed() ? contents : null;
}
