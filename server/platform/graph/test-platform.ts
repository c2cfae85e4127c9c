import { randomBytes } from 'node:crypto';

/** How the tokens and secrets of test numbers begin. Those of the real platform never do. */
const PREFIX = 'test-phone.';

/** Returns a new token or App Secret for a test number. */
export function newTestSecret(): string {
  return PREFIX + randomBytes(24).toString('base64url');
}

/**
 * Returns whether a token, or an app's token (`id|secret`), is of a test number. Its calls go to the sandbox only, and no
 * other call does, so real and test numbers can be on one server.
 */
export function isOfTestNumber(token: string): boolean {
  return token.startsWith(PREFIX) || token.split('|')[1]?.startsWith(PREFIX) === true;
}

/** The sandbox, where test numbers are. */
export interface TestPlatform {
  /** Its address; null while it is not running. */
  readonly url: string | null;
  /** Whether it is running or can be started. */
  readonly isAvailable: boolean;
  /**
   * Starts it, unless it is running, and returns its address.
   * @throws when it cannot be started, or does not start in time.
   */
  start(): Promise<string>;
}

/** How long it may take to start. */
const START_MS = 20_000;

/**
 * Returns the sandbox of this server.
 * @param url its address, if it is running.
 * @param request asks the launcher for it and calls back with its address; null without a launcher.
 */
export function createTestPlatform(
  url: string | null,
  request: ((onReady: (url: string) => void) => void) | null,
): TestPlatform {
  let current = url;
  let starting: Promise<string> | null = null;

  function begin(ask: NonNullable<typeof request>): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_MS);
      ask((address) => {
        clearTimeout(timer);
        current = address;
        resolve(address);
      });
    }).finally(() => {
      starting = null;
    });
  }

  return {
    get url() {
      return current;
    },
    get isAvailable() {
      return current !== null || request !== null;
    },
    start: () => {
      if (current !== null) return Promise.resolve(current);
      if (request === null) return Promise.reject(new Error('This server has no sandbox.'));
      starting ??= begin(request);
      return starting;
    },
  };
}
