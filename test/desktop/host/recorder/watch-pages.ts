import type * as Electron from 'electron';

/** Identifies pages for the host, by the ids that both main and the browser know. */
export function watchPages({ BaseWindow, webContents }: typeof Electron) {
  return {
    /** Returns the id of the visible page, or null. */
    shownPage: (): number | null => {
      const windows = BaseWindow.getAllWindows().filter((window) => window.isVisible());
      const window = windows.find((one) => one.isFocused()) ?? windows.at(-1);
      return window ? (topOf(window.contentView)?.id ?? null) : null;
    },
    /** Returns the id of the page with this target id of the debugging protocol. */
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
