import { browser } from './browser.ts';
import { openTarget, type TargetWatcher } from './targets.ts';

/**
 * A page of the real browser. Main creates pages synchronously and the browser does not, so every command
 * waits until the page exists.
 */
export class PageTarget {
  id = '';
  isClosed = false;
  private readonly listeners: [method: string, listener: (params: never) => void][] = [];
  private readonly preparations: [method: string, params: object][] = [];
  private opened: Promise<string> | undefined;

  /** Listens to an event of the page. Must be called before `open`, so that no event is missed. */
  on<T>(method: string, listener: (params: T) => void): void {
    this.listeners.push([method, listener as (params: never) => void]);
  }

  /** Adds a command to send before the first document loads, in the order of the calls. */
  prepare(method: string, params: object = {}): void {
    this.preparations.push([method, params]);
  }

  open(partition: string, watcher: TargetWatcher): void {
    this.opened = this.begin(partition, watcher);
    this.opened.catch((error) => {
      if (!this.isClosed) process.stderr.write(`stand-in: ${error.stack}\n`);
    });
  }

  async send<T = Record<string, unknown>>(method: string, params: object = {}): Promise<T> {
    const session = await this.opened;
    return (await browser()).send<T>(method, params, session);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.opened?.catch(() => undefined);
    await (await browser()).send('Target.closeTarget', { targetId: this.id }).catch(() => undefined);
  }

  private async begin(partition: string, watcher: TargetWatcher): Promise<string> {
    const { targetId, sessionId } = await openTarget(partition, watcher);
    const cdp = await browser();
    this.id = targetId;
    watcher.onKnown?.(targetId);
    for (const [method, listener] of this.listeners) cdp.on(sessionId, method, listener);
    for (const [method, params] of this.preparations) await cdp.send(method, params, sessionId);
    await cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    return sessionId;
  }
}
