import { EventEmitter } from 'node:events';
import { knownOnly } from '../strict.ts';

const bounds = { x: 0, y: 0, width: 1920, height: 1080 };
const display = {
  id: 1,
  label: 'stand-in',
  bounds,
  workArea: bounds,
  size: bounds,
  workAreaSize: bounds,
  scaleFactor: 1,
  rotation: 0,
  internal: true,
};

/** `screen`: one display of a common size. */
export const screen = knownOnly(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => [display],
    getPrimaryDisplay: () => display,
    getDisplayMatching: () => display,
    getDisplayNearestPoint: () => display,
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  }),
);

/** `nativeTheme`: light. Tests can change the fields and emit `updated`. */
export const nativeTheme = knownOnly(
  'nativeTheme',
  Object.assign(new EventEmitter(), {
    themeSource: 'system',
    shouldUseDarkColors: false,
    shouldUseHighContrastColors: false,
    shouldUseInvertedColorScheme: false,
    shouldUseDarkColorsForSystemIntegratedUI: false,
    prefersReducedTransparency: false,
    inForcedColorsMode: false,
  }),
);

/** `powerMonitor`: tests emit `suspend` and `resume`. */
export const powerMonitor = knownOnly(
  'powerMonitor',
  Object.assign(new EventEmitter(), {
    onBatteryPower: false,
    isOnBatteryPower: () => false,
    getSystemIdleTime: () => 0,
    getSystemIdleState: () => 'active',
  }),
);

/** `autoUpdater`: only its events, because the app uses electron-updater. */
export const autoUpdater = knownOnly('autoUpdater', new EventEmitter());

let copied = { text: '', html: '' };

/** `clipboard`: only for main. Pages use another one. */
export const clipboard = knownOnly('clipboard', {
  readText: () => copied.text,
  writeText: (text: string) => {
    copied = { text, html: '' };
  },
  readHTML: () => copied.html,
  writeHTML: (html: string) => {
    copied = { text: '', html };
  },
  write: ({ text = '', html = '' }: { text?: string; html?: string }) => {
    copied = { text, html };
  },
  clear: () => {
    copied = { text: '', html: '' };
  },
});

/** `shell`: without effect. The recorder of the host stores the calls. */
export const shell = knownOnly('shell', {
  openExternal: async (_url: string) => undefined,
  openPath: async (_path: string) => '',
  showItemInFolder: (_path: string) => undefined,
  trashItem: async (_path: string) => undefined,
  beep: () => undefined,
});

/** `dialog`: the recorder of the host replaces these functions with results from the test. */
const unanswered = () => {
  throw new Error('a dialog was opened without a result from the test');
};
export const dialog = knownOnly('dialog', {
  showSaveDialog: unanswered,
  showOpenDialog: unanswered,
  showMessageBox: unanswered,
  showMessageBoxSync: unanswered,
  showErrorBox: unanswered,
});
