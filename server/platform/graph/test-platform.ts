import { randomBytes } from 'node:crypto';
import { AppError } from '../../../shared/domain/errors.ts';

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
   * @throws {AppError} sandbox_not_running when its port is taken. Also rejects when it does not start in time.
   */
  start(): Promise<string>;
}

/** What the launcher says of the sandbox: its address, or that its port is taken. */
type SandboxAnswer = { is: 'sandbox-ready'; url: string } | { is: 'sandbox-failed'; takenPort: number };
export type SandboxRequest = () => Promise<SandboxAnswer>;

/** Returns the error for people in a browser: the terminal of the launcher says which setting has the port. */
export function portTaken(port: number): AppError {
  const message = `Port ${port} of the server is not free, and the test phones need it. Ask the person who runs the server to stop the program that uses it, then try again.`;
  return new AppError('sandbox_not_running', { message });
}

/** How long it may take to start. */
const START_MS = 20_000;

/**
 * Returns the sandbox of this server.
 * @param url its address, if it is running.
 * @param request asks the launcher for it; null without a launcher.
 */
export function createTestPlatform(url: string | null, request: SandboxRequest | null): TestPlatform {
  let current = url;
  let starting: Promise<string> | null = null;

  function begin(ask: NonNullable<typeof request>): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_MS);
      ask().then((answer) => {
        clearTimeout(timer);
        if (answer.is === 'sandbox-failed') return reject(portTaken(answer.takenPort));
        current = answer.url;
        resolve(answer.url);
      }, reject);
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
