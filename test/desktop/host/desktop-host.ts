import type * as Electron from 'electron';
import type { Page } from 'playwright-core';
import type { Recorder } from './recorder/install-recorder.ts';
import type { DialogKind, RecordedDialog } from './recorder/record-dialogs.ts';
import type { RecordedMenuItem, RecordedTray } from './recorder/record-menus.ts';
import type { RecordedNotification } from './recorder/record-notifications.ts';

/**
 * Runs the desktop app in tests, either in the real Electron, or in a stand-in with the built main process on
 * plain Node and its pages in a real Chromium. The same tests run on both.
 */
export interface DesktopHost {
  readonly kind: 'electron' | 'stand-in';
  /** Resolves when the app is ready. Rejects with its log if it ends before that. */
  launch(options: LaunchOptions): Promise<RunningDesktop>;
  /**
   * Copies the settings folder of an app that is not running, with its secrets. Whether the storage of its
   * pages is copied depends on the host.
   */
  copy(userData: string, to: string): void;
  /** Ends all apps that are still running. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** The settings folder. The storage of pages belongs to it and persists between launches. */
  userData: string;
  arguments?: string[];
  environment?: Record<string, string>;
  /** Whether the computer has a key store. */
  keyStore?: 'key-store' | 'basic_text';
  /** Starts without a network. The app's own pages still load. */
  isOffline?: boolean;
}

/** Permissions that a page can request in both hosts, with Electron's names. */
export type PagePermission =
  | 'notifications'
  | 'geolocation'
  | 'camera'
  | 'microphone'
  | 'midi'
  | 'clipboard-read'
  | 'clipboard-sanitized-write';

/** The running app, with actions of the person who uses it. */
export interface RunningDesktop {
  readonly pid: number;
  /** Waits for the page that is shown, and returns it. */
  page(): Promise<Page>;
  pages(): Promise<Page[]>;
  /** Runs a function in main. It is passed as source text, so it cannot use variables outside of it. */
  evaluate<R, A = undefined>(
    work: (electron: typeof Electron, argument: A) => R | Promise<R>,
    argument?: A,
  ): Promise<R>;
  /** Requests a permission for a page. Returns whether main grants it. */
  askPermission(page: Page, permission: PagePermission): Promise<boolean>;
  /** Disconnects pages and main from the network, or reconnects them. */
  setOffline(isOffline: boolean): Promise<void>;

  notifications(): Promise<RecordedNotification[]>;
  clickNotification(index: number): Promise<void>;
  /** Replies even if the notification has no reply field; see `hasReply`. */
  replyToNotification(index: number, text: string): Promise<void>;
  dismissNotification(index: number): Promise<void>;

  /** Returns the tray icon. @throws when there is none. */
  tray(): Promise<RecordedTray>;
  /** Clicks an entry of the tray menu by labels; without labels, the icon. */
  clickTray(path?: string[]): Promise<void>;
  applicationMenu(): Promise<RecordedMenuItem[]>;
  contextMenu(): Promise<RecordedMenuItem[]>;
  /** Clicks an entry by labels, in the app menu, the tray menu or the last context menu. */
  clickMenu(path: string[]): Promise<void>;
  badge(): Promise<number>;

  openedExternally(): Promise<string[]>;
  dialogs(): Promise<RecordedDialog[]>;
  answerNextDialog(kind: DialogKind, answer: unknown): Promise<void>;
  shortcuts(): Promise<string[]>;
  pressShortcut(accelerator: string): Promise<void>;
  /** Simulates another program with this shortcut, so that main cannot register it. */
  occupyShortcut(accelerator: string): Promise<void>;

  /** Returns the standard output and error of main. */
  log(): string;
  /** Starts a second instance of the app. Resolves to its exit code. */
  secondInstance(args: string[]): Promise<number | null>;
  /** Resolves to the exit code when the app ends for any reason. */
  ended(): Promise<number | null>;
  /** Quits the app as from its menu, and waits until it has ended. */
  quit(): Promise<void>;
  /** Kills the app, as in a power failure. */
  kill(): Promise<void>;
}

/** The parts of a running desktop that depend on the host. */
export interface MainProcess
  extends Pick<RunningDesktop, 'pid' | 'log' | 'ended' | 'secondInstance' | 'askPermission' | 'setOffline'> {
  evaluate(work: string, argument: unknown): Promise<unknown>;
  record<Name extends keyof Recorder>(
    name: Name,
    ...args: Parameters<Recorder[Name]>
  ): Promise<Awaited<ReturnType<Recorder[Name]>>>;
  pages(): Page[];
  kill(): void;
}
