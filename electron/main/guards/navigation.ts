import { shell, type WebContents } from 'electron';
import { DESKTOP_ORIGIN } from '../../../shared/domain/desktop.ts';
import { log } from '../lib/logger.ts';
import { externalLink } from './external-link.ts';

/** Keeps a page where it is: it goes nowhere but to its own addresses and opens no window. */
export function guardNavigation(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (isOurs(event.url)) return;
    event.preventDefault();
    log('navigation refused');
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalLink(url);
    if (link) void shell.openExternal(link);
    else log('a window was refused');
    return { action: 'deny' };
  });
}

/** A page of ours, by its exact origin. */
export function isOurs(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === DESKTOP_ORIGIN && username === '' && password === '';
}
