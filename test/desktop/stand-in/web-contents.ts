import { EventEmitter } from 'node:events';
import type { HandlerDetails, WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { connect } from './connectivity.ts';
import { Frames, type WebFrameMain } from './frames.ts';
import { IpcMain } from './ipc-main.ts';
import { Navigation } from './navigation.ts';
import { toBrowser } from './network/addresses.ts';
import { interceptRequests } from './network/interception.ts';
import { PageControls } from './page-controls.ts';
import { followPage } from './page-events.ts';
import { preferencesOf } from './preferences.ts';
import { installPreload } from './preload.ts';
import type { Session } from './session.ts';
import { knownClass } from './strict.ts';

type OpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse;

const made: WebContents[] = [];
/** Emits new pages. An emitter, because `app` depends on pages and not the other way round. */
export const pages = new EventEmitter();

/** A page, as main controls it. */
export class WebContents extends PageControls {
  readonly id: number;
  readonly ipc = new IpcMain();
  readonly session: Session;
  readonly frames: Frames;
  readonly navigation: Navigation;
  openHandler: OpenHandler | null = null;
  private readonly preferences: WebPreferences;

  constructor(webPreferences: WebPreferences = {}) {
    super();
    const { preferences, session } = preferencesOf(webPreferences);
    this.id = made.push(this);
    this.preferences = preferences;
    this.session = session;
    this.frames = new Frames(this);
    this.navigation = new Navigation(this);
    followPage(this);
    installPreload(this.target, this, preferences);
    interceptRequests(this);
    connect(this.target);
    session.openPages.add(this);
    this.target.open(session.partition, {
      onKnown: (id) => {
        this.frames.mainId = id;
      },
      onTitle: (title) => {
        this.state.title = title;
        this.emit('page-title-updated', {}, title, true);
      },
      onClosed: () => this.end(),
    });
    pages.emit('made', this);
  }

  static getAllWebContents(): WebContents[] {
    return made.filter((contents) => !contents.isDestroyed());
  }

  static getFocusedWebContents(): WebContents | null {
    return WebContents.getAllWebContents().find(({ state }) => state.isFocused) ?? null;
  }

  static fromId(id: number): WebContents | undefined {
    return WebContents.getAllWebContents().find((contents) => contents.id === id);
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return WebContents.getAllWebContents().find(({ target }) => target.id === targetId);
  }

  get mainFrame(): WebFrameMain {
    return this.frames.main;
  }

  getURL = (): string => this.state.url;
  getTitle = (): string => this.state.title;
  isLoading = (): boolean => this.state.isLoading;
  isLoadingMainFrame = (): boolean => this.state.isLoading;
  getType = () => 'window';
  getProcessId = (): number => this.frames.main.processId;
  getLastWebPreferences = (): WebPreferences => this.preferences;

  async loadURL(url: string): Promise<void> {
    Object.assign(this.state, { url, isLoading: true });
    const finished = new Promise((resolve) => this.once('did-finish-load', resolve));
    this.navigation.expect(url);
    const result = await this.target.send<{ errorText?: string; loaderId?: string }>('Page.navigate', {
      url: toBrowser(url),
    });
    if (result.errorText) {
      this.state.isLoading = false;
      throw Object.assign(new Error(`${result.errorText} loading '${url}'`), { url });
    }
    if (result.loaderId) await finished;
  }

  reload(): void {
    this.navigation.expect(this.getURL());
    this.quietly('Page.reload');
  }

  reloadIgnoringCache(): void {
    this.navigation.expect(this.getURL());
    this.quietly('Page.reload', { ignoreCache: true });
  }

  send(channel: string, ...args: unknown[]): void {
    this.frames.main.send(channel, ...args);
  }

  focus(): void {
    for (const other of WebContents.getAllWebContents()) other.state.isFocused = other === this;
    this.emit('focus');
  }

  setWindowOpenHandler(handler: OpenHandler | null): void {
    this.openHandler = handler;
  }

  close(): void {
    if (this.isDestroyed()) return;
    void this.target.close();
    this.end();
  }

  private end(): void {
    if (!this.session.openPages.delete(this)) return;
    this.target.isClosed = true;
    this.emit('destroyed');
  }
}
knownClass(WebContents);
