import type * as Electron from 'electron';

/** What main hands to other programs; none of them is started. */
export function recordShell({ shell }: typeof Electron) {
  const opened: string[] = [];
  shell.openExternal = async (url) => {
    opened.push(url);
  };
  shell.openPath = async (path) => {
    opened.push(path);
    return '';
  };
  shell.showItemInFolder = (path) => {
    opened.push(path);
  };
  return { openedExternally: (): string[] => opened };
}
