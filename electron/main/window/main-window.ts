import { BaseWindow, nativeTheme, screen, type WebContentsView } from 'electron';
import { z } from 'zod';
import { jsonFile } from '../lib/json-file.ts';
import { isOnScreen } from './on-screen.ts';

const BoundsSchema = z.object({ x: z.int(), y: z.int(), width: z.int().min(200), height: z.int().min(200) });

const StateSchema = z.object({ bounds: BoundsSchema.nullable(), isMaximized: z.boolean() });

const DEFAULT_SIZE = { width: 1_280, height: 820 };

export interface MainWindow {
  readonly window: BaseWindow;
  /** Shows one view and hides the others. */
  present(view: WebContentsView): void;
  remove(view: WebContentsView): void;
  /** Shows the window in front, even if it was hidden, minimized or behind others. */
  bringToFront(): void;
}

export interface MainWindowOptions {
  statePath: string;
  /** Whether closing the window only hides it. */
  hidesOnClose(): boolean;
}

const SAVE_MS = 500;

/** Returns the color to show before a page has painted. It matches the page, to avoid a flash. */
export function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? '#0f1514' : '#f6f4f0';
}

export function openMainWindow({ statePath, hidesOnClose }: MainWindowOptions): MainWindow {
  const state = windowStateFile(statePath);
  const before = state.read();
  const window = new BaseWindow({
    ...DEFAULT_SIZE,
    ...before.bounds,
    minWidth: 480,
    minHeight: 480,
    title: 'Switchboard',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: backgroundColor(),
  });
  if (before.isMaximized) window.maximize();

  const views = new Set<WebContentsView>();
  const fill = (view: WebContentsView) => {
    const { width, height } = window.getContentBounds();
    view.setBounds({ x: 0, y: 0, width, height });
  };
  let saving: NodeJS.Timeout | undefined;
  const save = () => {
    if (window.isDestroyed()) return;
    const isMaximized = window.isMaximized();
    state.write({ bounds: isMaximized ? state.read().bounds : window.getBounds(), isMaximized });
  };
  const changed = () => {
    for (const view of views) fill(view);
    clearTimeout(saving);
    saving = setTimeout(save, SAVE_MS);
  };
  window.on('resize', changed);
  window.on('move', changed);
  window.on('close', (event) => {
    clearTimeout(saving);
    save();
    if (!hidesOnClose()) return;
    event.preventDefault();
    window.hide();
  });
  nativeTheme.on('updated', () => {
    if (!window.isDestroyed()) window.setBackgroundColor(backgroundColor());
  });

  return {
    window,
    present: (view) => {
      if (!views.has(view)) {
        views.add(view);
        window.contentView.addChildView(view);
      }
      fill(view);
      for (const other of views) other.setVisible(other === view);
      view.webContents.focus();
    },
    remove: (view) => {
      if (views.delete(view) && !window.isDestroyed()) window.contentView.removeChildView(view);
    },
    bringToFront: () => {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

type WindowState = z.infer<typeof StateSchema>;

/** Opens the stored window state. Ignores a position on a screen that is no longer connected. */
function windowStateFile(path: string) {
  const file = jsonFile<WindowState>(path, StateSchema, { bounds: null, isMaximized: false });
  return {
    read: (): WindowState => {
      const state = file.read();
      const areas = screen.getAllDisplays().map((display) => display.workArea);
      return state.bounds && isOnScreen(state.bounds, areas) ? state : { ...state, bounds: null };
    },
    write: file.write,
  };
}
