import type * as Electron from 'electron';

/** Records what main opens in other programs. Does not start them. */
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
