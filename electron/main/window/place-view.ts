import {
  type InputEvent,
  Menu,
  type MenuItemConstructorOptions,
  type Session,
  type WebContents,
  WebContentsView,
} from 'electron';
import { DESKTOP_ORIGIN } from '../../../shared/domain/desktop.ts';
import { PRELOAD_ARGUMENTS } from '../../../shared/ipc/names.ts';
import { guardNavigation } from '../guards/navigation.ts';
import { log } from '../lib/logger.ts';
import { text } from '../locales/text.ts';
import { menuItem } from './menu.ts';

export interface PlaceViewOptions {
  session: Session;
  place: { id: string; server: string } | null;
  preload: string;
  version: string;
  offeredServer: string | null;
  backgroundColor: string;
  hasDeveloperTools: boolean;
  /** Called when the person presses a key or a button in the page. */
  onTouched(): void;
  /** Called when the page starts to load and is not listening yet. */
  onLoading(): void;
}

/** Electron's names of a key or a button that goes down. They come from the system; a page cannot send them. */
const TOUCHES = new Set<InputEvent['type']>([
  'mouseDown',
  'pointerDown',
  'touchStart',
  'gestureTap',
  'rawKeyDown',
  'keyDown',
  'char',
]);

/** After more consecutive crashes than this, the page is not reloaded. */
const RELOADS = 3;

/** Creates the page of one place: sandboxed, without Node, isolated from other places. */
export function createPlaceView(options: PlaceViewOptions): WebContentsView {
  const { place } = options;
  const about: Record<keyof typeof PRELOAD_ARGUMENTS, string | null> = {
    version: options.version,
    place: place && JSON.stringify({ id: place.id, server: place.server }),
    offeredServer: options.offeredServer,
  };
  const view = new WebContentsView({
    webPreferences: {
      session: options.session,
      preload: options.preload,
      additionalArguments: argumentsOf(about),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
      devTools: options.hasDeveloperTools,
      // Hidden places still show notifications on time.
      backgroundThrottling: false,
    },
  });
  view.setBackgroundColor(options.backgroundColor);
  const { webContents } = view;
  guardNavigation(webContents);
  offerContextMenu(webContents);

  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) options.onLoading();
  });
  webContents.on('input-event', (_event, { type }) => {
    if (TOUCHES.has(type)) options.onTouched();
  });
  let crashes = 0;
  webContents.on('render-process-gone', (_event, { reason }) => {
    crashes += 1;
    log('page crashed', { reason, crashes });
    if (crashes <= RELOADS && reason !== 'clean-exit') webContents.reload();
  });
  webContents.on('did-finish-load', () => {
    crashes = 0;
  });
  void webContents.loadURL(`${DESKTOP_ORIGIN}/`);
  return view;
}

function argumentsOf(about: Record<keyof typeof PRELOAD_ARGUMENTS, string | null>): string[] {
  return Object.entries(about)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) => `${PRELOAD_ARGUMENTS[name as keyof typeof about]}${encodeURIComponent(value ?? '')}`,
    );
}

/** Adds a context menu with spelling suggestions and editing commands. */
function offerContextMenu(contents: WebContents): void {
  contents.on(
    'context-menu',
    (_event, { misspelledWord, dictionarySuggestions, isEditable, selectionText }) => {
      const items: MenuItemConstructorOptions[] = [];
      if (misspelledWord) {
        for (const word of dictionarySuggestions.slice(0, 5)) {
          items.push({ label: word, click: () => contents.replaceMisspelling(word) });
        }
        items.push({
          label: text('addToDictionary'),
          click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
        });
        items.push({ type: 'separator' });
      }
      if (isEditable) items.push(menuItem('cut', 'cut'));
      if (selectionText || isEditable) items.push(menuItem('copy', 'copy'));
      if (isEditable) items.push(menuItem('paste', 'paste'), menuItem('selectAll', 'selectAll'));
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    },
  );
}
