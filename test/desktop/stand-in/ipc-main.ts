import { EventEmitter } from 'node:events';
import type { WebFrameMain } from './frames.ts';
import { knownClass } from './strict.ts';
import type { WebContents } from './web-contents.ts';

export interface IpcEvent {
  type: 'frame';
  sender: WebContents;
  senderFrame: WebFrameMain;
  frameId: number;
  processId: number;
  reply(channel: string, ...args: unknown[]): void;
}
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

/** `ipcMain`, and the `ipc` of a page or frame. */
export class IpcMain extends EventEmitter {
  /** Used by `receiveFromPreload`. */
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}
knownClass(IpcMain);

export const ipcMain = new IpcMain();

/** A message from a preload, with its own URL, because the frame's navigation event may arrive later. */
export interface FromPreload {
  /** `input`: a key or a button in the page; the channel is Electron's name of it. */
  kind: 'send' | 'invoke' | 'input';
  id: number;
  url: string;
  channel: string;
  args: unknown[];
}

/** Delivers a message from a preload to the ipc of the frame, of the page, or of the app. */
export async function receiveFromPreload(
  contents: WebContents,
  senderFrame: WebFrameMain,
  { kind, id, channel, args }: FromPreload,
): Promise<void> {
  const { routingId: frameId, processId } = senderFrame;
  const reply = senderFrame.send.bind(senderFrame);
  const event: IpcEvent = { type: 'frame', sender: contents, senderFrame, frameId, processId, reply };
  const targets = [senderFrame.ipc, contents.ipc, ipcMain];
  if (kind === 'input') {
    contents.emit('input-event', {}, { type: channel });
    return;
  }
  if (kind === 'send') {
    for (const target of targets) target.emit(channel, event, ...args);
    return;
  }
  const answer = (result: object) => contents.frames.deliver(senderFrame, { id, ...result });
  const handler = targets.map((target) => target.handlers.get(channel)).find(Boolean);
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    answer({ value: await handler(event, ...args) });
  } catch (error) {
    answer({ error: `Error invoking remote method '${channel}': ${error}` });
  }
}
