import { EventEmitter } from 'node:events';
import { PageTarget } from './page-target.ts';

/** What main does to a page that has nothing to do with which document it shows. */
export class PageControls extends EventEmitter {
  readonly target = new PageTarget();
  /** How the page stands; for the stand-in's own parts. */
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

  /** Pages that are not looked at always run on here. */
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

  /** Puts a text where the selection is. */
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

  /** A command that a page which is going away need not follow. */
  protected quietly(method: string, params: object = {}): void {
    this.target.send(method, params).catch(() => undefined);
  }
}
