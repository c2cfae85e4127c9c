import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { log, reasonOf } from '../lib/logger.ts';

/** Messages for electron-updater's error codes. */
const SENTENCES: Record<string, string> = {
  ERR_CHECKSUM_MISMATCH: 'The downloaded update was damaged, so it was deleted.',
  ERR_UPDATER_NO_CHECKSUM: 'The update has no checksum, so it was rejected.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The update is not signed by the publisher of this app, so it was rejected.',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'The update server has no release for this system.',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'The update server’s answer could not be read.',
  ENOSPC: 'There is not enough disk space for the update.',
  EACCES: 'The app cannot write to its own folder, so it cannot update itself.',
  EROFS: 'The app cannot write to its own folder, so it cannot update itself.',
};

const UNREACHABLE =
  /net::ERR_(INTERNET|NAME|NETWORK|CONNECTION|ADDRESS|PROXY|TIMED)|timed out|aborted|ECONN|ENOTFOUND|EAI_AGAIN/;

const CERTIFICATE = /net::ERR_(CERT|SSL)|CERT_|certificate/;

/** The operations that we need from an updater. `openUpdater` opens the real one. */
export interface Updater {
  /** Returns the version to update to; null when the app is up to date. */
  find(): Promise<string | null>;
  /** Downloads the update that was found and verifies it. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Quits the app, installs the new version and starts it. */
  install(): void;
  /** Reports errors that reject no promise, such as an installer that does not start. */
  onError(listener: (error: Error) => void): void;
}

export interface Updates {
  state(): UpdateState;
  /** Checks now. Resolves when it is known whether there is an update, before it is downloaded. */
  check(): Promise<UpdateState>;
  /** Restarts into the version that is ready. Does nothing if there is none. */
  install(): void;
  start(): void;
  stop(): void;
}

export interface UpdatesOptions {
  app: { version: string; whyOff: string | null };
  /** Opens the updater when it is first needed, because loading it would slow the startup. */
  updater(): Promise<Updater>;
  onChange(state: UpdateState): void;
}

type Phase = UpdateState['phase'];

const FIRST_CHECK_MS = 10_000;
const CHECK_EVERY_MS = 4 * 60 * 60_000;
const RETRY_MS = 30 * 60_000;
const CHECK_TIMEOUT_MS = 60_000;
/** Time without progress. */
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000;

/**
 * Keeps the app up to date without interrupting the user: checks shortly after startup and then every four
 * hours, downloads in the background and waits for a restart. Failures are reported in the state and retried
 * later; nothing is thrown.
 */
export function createUpdates({ app, updater: open, onChange }: UpdatesOptions): Updates {
  let phase: Phase =
    app.whyOff === null ? { kind: 'idle', checkedAt: null } : { kind: 'off', reason: app.whyOff };
  let updater: Updater | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  return {
    state,
    check: async () => {
      if (phase.kind === 'idle' || phase.kind === 'failed') await checkNow();
      return state();
    },
    install: () => {
      if (phase.kind !== 'ready') return;
      try {
        updater?.install();
      } catch (error) {
        fail(error);
      }
    },
    start: () => {
      if (phase.kind === 'off' || isStarted) return;
      isStarted = true;
      scheduleCheck(FIRST_CHECK_MS);
    },
    stop: () => {
      isStarted = false;
      clearTimeout(timer);
    },
  };

  function state(): UpdateState {
    return { running: app.version, phase };
  }

  async function checkNow(): Promise<void> {
    setPhase({ kind: 'checking' });
    try {
      const opened = updater ?? (await openOnce());
      const version = await withTimeout(CHECK_TIMEOUT_MS, () => opened.find());
      if (version === null) settle({ kind: 'idle', checkedAt: now() });
      else void downloadUpdate(opened, version);
    } catch (error) {
      fail(error);
    }
  }

  async function downloadUpdate(opened: Updater, version: string): Promise<void> {
    let current = { kind: 'downloading' as const, version, percent: 0 };
    setPhase(current);
    try {
      await withTimeout(DOWNLOAD_TIMEOUT_MS, (progressed) =>
        opened.download((percent) => {
          progressed();
          // Ignores progress after a timeout, and reports each percent once.
          if (phase !== current || Math.floor(percent) === current.percent) return;
          current = { ...current, percent: Math.floor(percent) };
          setPhase(current);
        }),
      );
      settle({ kind: 'ready', version });
    } catch (error) {
      fail(error);
    }
  }

  async function openOnce(): Promise<Updater> {
    const opened = await open();
    opened.onError((error) => {
      // Errors before `ready` also reject the promises.
      if (phase.kind === 'ready') fail(error);
    });
    updater = opened;
    return opened;
  }

  function fail(error: unknown): void {
    log('update failed', { reason: reasonOf(error) });
    settle({ kind: 'failed', message: sentenceOf(error), checkedAt: now() });
  }

  /** Ends a check or download and schedules the next check. */
  function settle(next: Phase): void {
    setPhase(next);
    if (next.kind !== 'ready') scheduleCheck(next.kind === 'failed' ? RETRY_MS : CHECK_EVERY_MS);
  }

  function setPhase(next: Phase): void {
    phase = next;
    onChange(state());
  }

  function scheduleCheck(ms: number): void {
    clearTimeout(timer);
    if (isStarted) timer = setTimeout(() => void checkNow(), ms);
  }
}

function now(): string {
  return new Date().toISOString();
}

/** Describes a failed update in one sentence, without addresses, paths and stacks. */
function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = SENTENCES[code];
  if (known) return known;
  const text = `${code} ${error instanceof Error ? error.message : ''}`;
  if (/HTTP_ERROR_|status [45]\d\d/.test(text)) return 'The update server returned an error.';
  if (CERTIFICATE.test(text)) return 'The update server’s certificate is not trusted.';
  if (UNREACHABLE.test(text)) return 'The update server could not be reached.';
  return 'The update failed.';
}

/**
 * Settles as `work` does, or rejects when `progressed` has not been called for `ms`. Electron's requests have
 * no timeout, and a server that never responds must not stop the checks.
 */
async function withTimeout<T>(ms: number, work: (progressed: () => void) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const progressed = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error('Request timed out')), ms);
      };
      progressed();
      work(progressed).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
