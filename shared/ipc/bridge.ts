import type { PushName, RequestName } from './names.ts';
import type { Pushes } from './pushes.ts';
import type { RequestInput, RequestOutput } from './requests.ts';

/** The page's place: which server it talks to. Null on the connect screen. */
export interface BridgePlace {
  id: string;
  server: string;
}

/** What a request comes to. Errors do not cross a context bridge whole, so they are told apart by shape. */
export type BridgeAnswer<Name extends RequestName> =
  | { ok: true; value: RequestOutput<Name> }
  | { ok: false; message: string };

/** `window.desktop`: all that the preload gives to the page. Absent in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  readonly version: string;
  readonly place: BridgePlace | null;
  /** A server that runs on this computer, for the connect screen to offer. */
  readonly offeredServer: string | null;
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<BridgeAnswer<Name>>;
  /** Listens until the answered function is called. */
  listen<Name extends PushName>(name: Name, listener: (value: Pushes[Name]) => void): () => void;
}
