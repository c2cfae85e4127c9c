import type { UpdateState } from '../../../shared/ipc/shapes.ts';
import { log, reasonOf } from '../lib/logger.ts';

/** What electron-updater's codes mean to the person who reads them. */
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

/** What is needed of an updater. The real one is `openUpdater`. */
export interface Updater {
  /** The version that this computer should take, or null when it has it already. */
  find(): Promise<string | null>;
  /** Brings what was found and checks it. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Ends the app, puts the new version in its place and starts that. */
  install(): void;
  /** Hears of faults that no promise told, such as an installer that does not start. */
  onFault(listener: (error: Error) => void): void;
}

export interface Updates {
  state(): UpdateState;
  /** Looks now; answers when it is known whether there is something, not when that has arrived. */
  check(): Promise<UpdateState>;
  /** Restarts into the version that is ready; nothing otherwise. */
  install(): void;
  start(): void;
  stop(): void;
}

export interface UpdatesOptions {
  app: { version: string; whyOff: string | null };
  /** Opens the updater when it is first needed: it is big, and the start is no place for it. */
  updater(): Promise<Updater>;
  onChange(state: UpdateState): void;
}

type Phase = UpdateState['phase'];

const FIRST_CHECK_MS = 10_000;
const CHECK_EVERY_MS = 4 * 60 * 60_000;
const RETRY_MS = 30 * 60_000;
const CHECK_PATIENCE_MS = 60_000;
/** Without a single percent. */
const DOWNLOAD_PATIENCE_MS = 5 * 60_000;

/**
 * Keeps the app up to date without standing in anybody's way: it looks a little after the start and then
 * every four hours, downloads in the background and waits for a restart. Whatever goes wrong becomes a
 * sentence in the state and is tried again later; nothing is thrown.
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
      if (phase.kind === 'idle' || phase.kind === 'failed') await look();
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
      lookIn(FIRST_CHECK_MS);
    },
    stop: () => {
      isStarted = false;
      clearTimeout(timer);
    },
  };

  function state(): UpdateState {
    return { running: app.version, phase };
  }

  async function look(): Promise<void> {
    become({ kind: 'checking' });
    try {
      const opened = updater ?? (await openOnce());
      const version = await orGiveUp(CHECK_PATIENCE_MS, () => opened.find());
      if (version === null) settle({ kind: 'idle', checkedAt: now() });
      else void bring(opened, version);
    } catch (error) {
      fail(error);
    }
  }

  async function bring(opened: Updater, version: string): Promise<void> {
    let current = { kind: 'downloading' as const, version, percent: 0 };
    become(current);
    try {
      await orGiveUp(DOWNLOAD_PATIENCE_MS, (heard) =>
        opened.download((percent) => {
          heard();
          // Not after it was given up, and not a hundred times per percent.
          if (phase !== current || Math.floor(percent) === current.percent) return;
          current = { ...current, percent: Math.floor(percent) };
          become(current);
        }),
      );
      settle({ kind: 'ready', version });
    } catch (error) {
      fail(error);
    }
  }

  async function openOnce(): Promise<Updater> {
    const opened = await open();
    opened.onFault((error) => {
      // Faults on the way to `ready` come by the promises as well.
      if (phase.kind === 'ready') fail(error);
    });
    updater = opened;
    return opened;
  }

  function fail(error: unknown): void {
    log('an update failed', { reason: reasonOf(error) });
    settle({ kind: 'failed', message: sentenceOf(error), checkedAt: now() });
  }

  /** The end of a round; the next one is planned. */
  function settle(next: Phase): void {
    become(next);
    if (next.kind !== 'ready') lookIn(next.kind === 'failed' ? RETRY_MS : CHECK_EVERY_MS);
  }

  function become(next: Phase): void {
    phase = next;
    onChange(state());
  }

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (isStarted) timer = setTimeout(() => void look(), ms);
  }
}

function now(): string {
  return new Date().toISOString();
}

/** One sentence about a failed update, without addresses, paths and stacks. */
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
 * Settles as `work` does, or fails once nothing has been `heard` for `ms`. Electron's requests have no
 * timeout of their own, and a server that never answers must not end the looking for good.
 */
async function orGiveUp<T>(ms: number, work: (heard: () => void) => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error('Request timed out')), ms);
      };
      heard();
      work(heard).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
