import { shell, type WebContents } from 'electron';
import { DESKTOP_ORIGIN } from '../../../shared/domain/desktop.ts';
import { log } from '../lib/logger.ts';
import { externalLink } from './external-link.ts';

/** Blocks navigation outside the app and new windows. Allowed external links open in the system's browser. */
export function guardNavigation(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (isOurs(event.url)) return;
    event.preventDefault();
    log('navigation blocked');
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalLink(url);
    if (link) void shell.openExternal(link);
    else log('new window blocked');
    return { action: 'deny' };
  });
}

/** Returns whether a URL is a page of this app, by its exact origin. */
export function isOurs(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === DESKTOP_ORIGIN && username === '' && password === '';
}
