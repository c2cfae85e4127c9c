import { EventEmitter } from 'node:events';
import type { BaseWindowConstructorOptions, NativeImage } from 'electron';
import { preventable } from '../navigation.ts';
import { knownClass } from '../strict.ts';
import { View } from './view.ts';
import { WindowGeometry } from './window-geometry.ts';

const windows: BaseWindow[] = [];
/** Emits window events. An emitter, because `app` depends on windows and not the other way round. */
export const windowLife = new EventEmitter();

/** A window that is not on a screen. It stores the changes that main makes, and emits their events. */
export class BaseWindow extends WindowGeometry {
  readonly id: number;
  contentView = new View();
  title: string;
  /** The stand-in's state of the window. */
  readonly state = {
    isVisible: false,
    isFocused: false,
    isMinimized: false,
    isMaximized: false,
    isFullScreen: false,
    isDestroyed: false,
    isFlashing: false,
    overlay: null as { image: NativeImage | null; description: string } | null,
    hasMenuBar: true,
    isEnabled: true,
  };
  readonly options: BaseWindowConstructorOptions;

  constructor(options: BaseWindowConstructorOptions = {}) {
    super(options);
    this.id = windows.push(this);
    this.options = options;
    this.title = options.title ?? '';
    setImmediate(() => windowLife.emit('made', this));
    if (options.show !== false) this.show();
  }

  static getAllWindows(): BaseWindow[] {
    return windows.filter(({ state }) => !state.isDestroyed);
  }

  static getFocusedWindow(): BaseWindow | null {
    return BaseWindow.getAllWindows().find(({ state }) => state.isFocused) ?? null;
  }

  static fromId(id: number): BaseWindow | null {
    return BaseWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }

  show(): void {
    this.showInactive();
    this.focus();
  }

  showInactive(): void {
    if (this.state.isVisible) return;
    this.state.isVisible = true;
    this.emit('show');
  }

  hide(): void {
    if (!this.state.isVisible) return;
    this.blur();
    this.state.isVisible = false;
    this.emit('hide');
  }

  focus(): void {
    if (!this.state.isVisible || this.state.isFocused) return;
    BaseWindow.getFocusedWindow()?.blur();
    this.state.isFocused = true;
    this.emit('focus');
    windowLife.emit('focus', this);
  }

  blur(): void {
    if (!this.state.isFocused) return;
    this.state.isFocused = false;
    this.emit('blur');
    windowLife.emit('blur', this);
  }

  minimize(): void {
    this.state.isMinimized = true;
    this.blur();
    this.emit('minimize');
  }

  restore(): void {
    const [was, is] = this.state.isMinimized
      ? (['restore', 'isMinimized'] as const)
      : (['unmaximize', 'isMaximized'] as const);
    if (!this.state[is]) return;
    this.state[is] = false;
    this.emit(was);
  }

  maximize(): void {
    this.state.isMaximized = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.state.isMaximized = false;
    this.emit('unmaximize');
  }

  setFullScreen(isFullScreen: boolean): void {
    this.state.isFullScreen = isFullScreen;
    this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen');
  }

  /** Emits `close` first, so that main can prevent it, like the window's close button. */
  close(): void {
    if (this.state.isDestroyed) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.state.isDestroyed) return;
    this.blur();
    Object.assign(this.state, { isDestroyed: true, isVisible: false });
    this.emit('closed');
    windowLife.emit('closed', this);
  }

  isVisible = (): boolean => this.state.isVisible;
  isFocused = (): boolean => this.state.isFocused;
  isMinimized = (): boolean => this.state.isMinimized;
  isMaximized = (): boolean => this.state.isMaximized;
  isFullScreen = (): boolean => this.state.isFullScreen;
  isDestroyed = (): boolean => this.state.isDestroyed;
  isNormal = (): boolean => !this.state.isMinimized && !this.state.isMaximized && !this.state.isFullScreen;
  isMenuBarVisible = (): boolean => this.state.hasMenuBar;
  getTitle = (): string => this.title;
  getContentView = (): View => this.contentView;

  setTitle(title: string): void {
    this.title = title;
  }

  setContentView(view: View): void {
    this.contentView = view;
  }

  setBackgroundColor(color: string): void {
    this.contentView.setBackgroundColor(color);
  }

  flashFrame(isFlashing: boolean): void {
    this.state.isFlashing = isFlashing;
  }

  setOverlayIcon(image: NativeImage | null, description: string): void {
    this.state.overlay = image ? { image, description } : null;
  }

  setMenuBarVisibility(isVisible: boolean): void {
    this.state.hasMenuBar = isVisible;
  }

  setAutoHideMenuBar(): void {}
  setMenu(): void {}
  removeMenu(): void {}
  setIcon(): void {}
  setMinimumSize(): void {}
  moveTop(): void {}
  setSkipTaskbar(): void {}

  setProgressBar(): void {}
}
knownClass(BaseWindow);
