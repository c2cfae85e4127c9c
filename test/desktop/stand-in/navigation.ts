import { toApp, toBrowser } from './network/addresses.ts';
import type { Paused } from './network/paused.ts';
import type { WebContents } from './web-contents.ts';

/** Creates an event that main can prevent. */
export function preventable<T extends object>(params: T) {
  const event = {
    ...params,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

const ERRORS: Record<string, [code: number, text: string]> = {
  Aborted: [-3, 'ERR_ABORTED'],
  AccessDenied: [-10, 'ERR_ACCESS_DENIED'],
  AddressUnreachable: [-109, 'ERR_ADDRESS_UNREACHABLE'],
  BlockedByClient: [-20, 'ERR_BLOCKED_BY_CLIENT'],
  ConnectionRefused: [-102, 'ERR_CONNECTION_REFUSED'],
  ConnectionReset: [-101, 'ERR_CONNECTION_RESET'],
  InternetDisconnected: [-106, 'ERR_INTERNET_DISCONNECTED'],
  NameNotResolved: [-105, 'ERR_NAME_NOT_RESOLVED'],
  TimedOut: [-7, 'ERR_TIMED_OUT'],
};

/** Decides which documents a page may load. Calls main's listeners, as Electron does. */
export class Navigation {
  /** The URL that main itself loads. Its own navigations emit no `will-navigate`. */
  private expected: string | null = null;
  private readonly contents: WebContents;

  constructor(contents: WebContents) {
    this.contents = contents;
  }

  expect(url: string): void {
    this.expected = withoutHash(toBrowser(url));
  }

  allows(paused: Paused, url: string): boolean {
    const { contents } = this;
    const isMainFrame = paused.frameId === contents.frames.mainId;
    const frame = contents.frames.get(paused.frameId) ?? null;
    const params = { url, isSameDocument: false, isMainFrame, frame, initiator: frame };
    const ask = (name: string) => {
      const event = preventable(params);
      contents.emit(name, event, url, false, isMainFrame, frame?.processId, frame?.routingId);
      return !event.defaultPrevented;
    };
    if (paused.redirectedRequestId) return ask('will-redirect');
    ask('did-start-navigation');
    if (isMainFrame && this.expected === withoutHash(paused.request.url)) {
      this.expected = null;
      return true;
    }
    return ask('will-frame-navigate') && (!isMainFrame || ask('will-navigate'));
  }

  failed(paused: Paused): void {
    const [code, text] = ERRORS[paused.responseErrorReason ?? ''] ?? [-2, 'ERR_FAILED'];
    const isMainFrame = paused.frameId === this.contents.frames.mainId;
    if (code !== -3)
      this.contents.emit('did-fail-load', {}, code, text, toApp(paused.request.url), isMainFrame, 1, 1);
  }
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
