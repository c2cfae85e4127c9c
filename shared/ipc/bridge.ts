import type { PushName, RequestName } from './names.ts';
import type { Pushes } from './pushes.ts';
import type { RequestInput, RequestOutput } from './requests.ts';

/** The page's place: the server it connects to. Null on the connect screen. */
export interface BridgePlace {
  id: string;
  server: string;
}

/**
 * The result of a request. A union instead of exceptions, because errors lose data across the context bridge.
 */
export type BridgeAnswer<Name extends RequestName> =
  | { ok: true; value: RequestOutput<Name> }
  | { ok: false; message: string };

/** `window.desktop`, the interface that the preload script exposes to the page. Undefined in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  readonly version: string;
  readonly place: BridgePlace | null;
  /** A server that runs on this computer, which the connect screen suggests. */
  readonly offeredServer: string | null;
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<BridgeAnswer<Name>>;
  /** Listens until the returned function is called. */
  listen<Name extends PushName>(name: Name, listener: (value: Pushes[Name]) => void): () => void;
}
