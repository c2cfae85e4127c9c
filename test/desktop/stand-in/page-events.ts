import type { HandlerDetails } from 'electron';
import { toApp } from './network/addresses.ts';
import type { WebContents } from './web-contents.ts';

/** Converts events of the browser to Electron's events. */
export function followPage(contents: WebContents): void {
  const { target, state, frames } = contents;
  const isMain = (frameId: string) => frameId === frames.mainId;

  target.on('Page.frameNavigated', ({ frame }: { frame: { id: string; url: string } }) => {
    if (!isMain(frame.id)) return;
    state.url = toApp(frame.url);
    state.isCrashed = false;
    contents.emit('did-navigate', {}, state.url, 200, 'OK');
  });
  target.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
    if (!isMain(frameId)) return;
    state.url = toApp(url);
    frames.main.url = state.url;
    contents.emit('did-navigate-in-page', {}, state.url, true, 1, frames.main.routingId);
  });
  target.on('Page.frameStartedLoading', ({ frameId }: { frameId: string }) => {
    if (!isMain(frameId)) return;
    state.isLoading = true;
    contents.emit('did-start-loading');
  });
  target.on('Page.frameStoppedLoading', ({ frameId }: { frameId: string }) => {
    if (!isMain(frameId)) return;
    state.isLoading = false;
    contents.emit('did-stop-loading');
  });
  target.on('Page.domContentEventFired', () => contents.emit('dom-ready', {}));
  target.on('Page.loadEventFired', () => {
    state.isLoading = false;
    contents.emit('did-finish-load', {});
  });
  target.on('Page.windowOpen', (opened: { url: string; windowName: string; windowFeatures: string[] }) =>
    askAboutWindow(contents, {
      url: toApp(opened.url),
      frameName: opened.windowName === '_blank' ? '' : opened.windowName,
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    }),
  );
  target.on('Inspector.targetCrashed', () => {
    state.isCrashed = true;
    contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  });
  for (const domain of ['Page', 'Runtime', 'Network', 'Inspector']) target.prepare(`${domain}.enable`);
}

/**
 * Calls main's window handler, so that it can open the URL elsewhere. The page itself never opens a window.
 */
function askAboutWindow(contents: WebContents, details: HandlerDetails): void {
  const answer = contents.openHandler?.(details) ?? { action: 'allow' };
  if (answer.action === 'allow')
    process.stderr.write(
      `stand-in: main allows a window for ${details.url}, which the stand-in cannot show\n`,
    );
}
