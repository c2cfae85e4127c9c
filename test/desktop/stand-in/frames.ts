import { EventEmitter } from 'node:events';
import { encode } from './codec.ts';
import { IpcMain } from './ipc-main.ts';
import { originOf, toApp } from './network/addresses.ts';
import { ISOLATED_WORLD } from './page/names.ts';
import { knownClass } from './strict.ts';
import type { WebContents } from './web-contents.ts';

let lastRoutingId = 0;

/** A frame of a page, as in Electron's API. */
export class WebFrameMain extends EventEmitter {
  readonly ipc = new IpcMain();
  readonly processId = 1;
  readonly routingId: number;
  readonly frameTreeNodeId: number;
  frameToken: string;
  url = '';
  name = '';
  detached = false;
  readonly parent: WebFrameMain | null;
  private readonly owner: Frames;

  constructor(owner: Frames, frameToken: string, parent: WebFrameMain | null) {
    super();
    lastRoutingId += 1;
    this.routingId = lastRoutingId;
    this.frameTreeNodeId = lastRoutingId;
    this.owner = owner;
    this.frameToken = frameToken;
    this.parent = parent;
  }

  get origin(): string {
    return originOf(this.url);
  }

  get top(): WebFrameMain {
    return this.parent?.top ?? this;
  }

  get frames(): WebFrameMain[] {
    return this.owner.all().filter(({ parent }) => parent === this);
  }

  get framesInSubtree(): WebFrameMain[] {
    return [this, ...this.frames.flatMap((frame) => frame.framesInSubtree)];
  }

  isDestroyed(): boolean {
    return this.detached;
  }

  send(channel: string, ...args: unknown[]): void {
    this.owner.deliver(this, { channel, args });
  }
}
knownClass(WebFrameMain);

interface World {
  id: number;
  name: string;
  auxData: { frameId: string };
}

/** The frames of a page, and the isolated worlds in which their preloads run. */
export class Frames {
  readonly main = new WebFrameMain(this, '', null);
  private readonly byId = new Map<string, WebFrameMain>();
  private readonly worlds = new Map<string, number>();
  private readonly contents: WebContents;

  constructor(contents: WebContents) {
    this.contents = contents;
    contents.target.on(
      'Page.frameAttached',
      ({ frameId, parentFrameId }: { frameId: string; parentFrameId: string }) => {
        const parent = this.byId.get(parentFrameId) ?? this.main;
        if (!this.byId.has(frameId)) this.byId.set(frameId, new WebFrameMain(this, frameId, parent));
      },
    );
    contents.target.on(
      'Page.frameNavigated',
      ({ frame }: { frame: { id: string; url: string; name?: string } }) => {
        const known = this.byId.get(frame.id);
        if (known) Object.assign(known, { url: toApp(frame.url), name: frame.name ?? '' });
      },
    );
    contents.target.on('Page.frameDetached', ({ frameId, reason }: { frameId: string; reason: string }) => {
      if (reason === 'swap') return;
      Object.assign(this.byId.get(frameId) ?? {}, { detached: true });
      this.byId.delete(frameId);
      this.worlds.delete(frameId);
    });
    contents.target.on('Runtime.executionContextCreated', ({ context }: { context: World }) => {
      if (context.name === ISOLATED_WORLD) this.worlds.set(context.auxData.frameId, context.id);
    });
  }

  get mainId(): string {
    return this.main.frameToken;
  }

  set mainId(id: string) {
    this.main.frameToken = id;
    this.byId.set(id, this.main);
  }

  get(frameId: string): WebFrameMain | undefined {
    return this.byId.get(frameId);
  }

  all(): WebFrameMain[] {
    return [...this.byId.values()];
  }

  /** Returns the frame of an isolated world. */
  ofWorld(contextId: number): WebFrameMain | undefined {
    const [frameId] = [...this.worlds].find(([, id]) => id === contextId) ?? [];
    return frameId === undefined ? undefined : this.byId.get(frameId);
  }

  /** Sends a message to the frame's preload. Without a preload it is lost, as in Electron. */
  deliver(frame: WebFrameMain, message: object): void {
    const contextId = this.worlds.get(frame.frameToken);
    if (contextId === undefined) return;
    const expression = `globalThis.standInDeliver(${JSON.stringify(encode(message))})`;
    this.contents.target.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);
  }
}
