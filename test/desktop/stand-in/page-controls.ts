import { EventEmitter } from 'node:events';
import { PageTarget } from './page-target.ts';

/** The methods of a page that do not depend on its document. */
export class PageControls extends EventEmitter {
  readonly target = new PageTarget();
  /** The state of the page, for other parts of the stand-in. */
  readonly state = {
    url: '',
    title: '',
    isLoading: false,
    isFocused: false,
    isCrashed: false,
    hasTools: false,
  };
  zoomLevel = 0;
  userAgent = 'stand-in';
  audioMuted = false;

  isDestroyed = (): boolean => this.target.isClosed;
  isCrashed = (): boolean => this.state.isCrashed;
  isFocused = (): boolean => this.state.isFocused;
  isDevToolsOpened = (): boolean => this.state.hasTools;
  isAudioMuted = (): boolean => this.audioMuted;
  getZoomLevel = (): number => this.zoomLevel;
  getUserAgent = (): string => this.userAgent;

  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }

  setAudioMuted(isMuted: boolean): void {
    this.audioMuted = isMuted;
  }

  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent;
    this.quietly('Emulation.setUserAgentOverride', { userAgent });
  }

  async setVisualZoomLevelLimits(): Promise<void> {}

  /** No effect: hidden pages always keep running in the stand-in. */
  setBackgroundThrottling(): void {}

  openDevTools(): void {
    this.state.hasTools = true;
    this.emit('devtools-opened');
  }

  closeDevTools(): void {
    this.state.hasTools = false;
    this.emit('devtools-closed');
  }

  toggleDevTools(): void {
    if (this.state.hasTools) this.closeDevTools();
    else this.openDevTools();
  }

  /** Replaces the selection with a text. */
  replaceMisspelling(text: string): void {
    this.quietly('Input.insertText', { text });
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.target.send<{
      result: { value: unknown };
      exceptionDetails?: { exception?: { description?: string } };
    }>('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'Script failed');
    return result.value;
  }

  forcefullyCrashRenderer(): void {
    this.quietly('Page.crash');
  }

  /** Sends a command and ignores errors of a page that is closing. */
  protected quietly(method: string, params: object = {}): void {
    this.target.send(method, params).catch(() => undefined);
  }
}
