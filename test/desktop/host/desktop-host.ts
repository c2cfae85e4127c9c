import type * as Electron from 'electron';
import type { Page } from 'playwright-core';
import type { Recorder } from './recorder/install-recorder.ts';
import type { DialogKind, RecordedDialog } from './recorder/record-dialogs.ts';
import type { RecordedMenuItem, RecordedTray } from './recorder/record-menus.ts';
import type { RecordedNotification } from './recorder/record-notifications.ts';

/**
 * Where the desktop app runs in tests: in the real Electron, or in a stand-in that puts the built main
 * process on plain Node and its pages in a real Chromium. The same tests run on both.
 */
export interface DesktopHost {
  readonly kind: 'electron' | 'stand-in';
  /** Resolves when the app is ready. Rejects with its log when it ends before. */
  launch(options: LaunchOptions): Promise<RunningDesktop>;
  /**
   * Makes a folder of settings like one that no app runs on, with its secrets; whether what its pages stored
   * comes along depends on the host.
   */
  copy(userData: string, to: string): void;
  /** Ends whatever still runs. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** The folder of settings; with it goes the storage of pages, which stays over restarts. */
  userData: string;
  arguments?: string[];
  environment?: Record<string, string>;
  /** Whether the computer has a place for secrets. */
  keyStore?: 'key-store' | 'basic_text';
  /** Starts without a network; the app's own pages are there all the same. */
  isOffline?: boolean;
}

/** Permissions that a page can ask for in both hosts, in Electron's words. */
export type AskedPermission =
  | 'notifications'
  | 'geolocation'
  | 'media'
  | 'midi'
  | 'clipboard-read'
  | 'clipboard-sanitized-write';

/** The app while it runs, and the person in front of it. */
export interface RunningDesktop {
  readonly pid: number;
  /** The page that is shown now; waits for it. */
  page(): Promise<Page>;
  pages(): Promise<Page[]>;
  /** Runs in main. The function crosses as its text: it sees nothing of its surroundings. */
  evaluate<R, A = undefined>(
    work: (electron: typeof Electron, argument: A) => R | Promise<R>,
    argument?: A,
  ): Promise<R>;
  /** Whether main grants what a page asks for. */
  askPermission(page: Page, permission: AskedPermission): Promise<boolean>;
  /** Pulls the cable of pages and main, or puts it back. */
  setOffline(isOffline: boolean): Promise<void>;

  notifications(): Promise<RecordedNotification[]>;
  clickNotification(index: number): Promise<void>;
  /** Whether it offers a field to type into is `hasReply`. */
  replyToNotification(index: number, text: string): Promise<void>;
  dismissNotification(index: number): Promise<void>;

  /** The icon beside the clock. An error when there is none. */
  tray(): Promise<RecordedTray>;
  /** An entry of its menu by labels; without any, the icon itself. */
  clickTray(path?: string[]): Promise<void>;
  applicationMenu(): Promise<RecordedMenuItem[]>;
  contextMenu(): Promise<RecordedMenuItem[]>;
  /** By labels, in the menu of the app, of the tray, or the last one under the mouse. */
  clickMenu(path: string[]): Promise<void>;
  badge(): Promise<number>;

  openedExternally(): Promise<string[]>;
  dialogs(): Promise<RecordedDialog[]>;
  answerNextDialog(kind: DialogKind, answer: unknown): Promise<void>;
  shortcuts(): Promise<string[]>;
  pressShortcut(accelerator: string): Promise<void>;
  /** Another program has it, so that main cannot get it. */
  occupyShortcut(accelerator: string): Promise<void>;

  /** Standard output and error of main. */
  log(): string;
  /** Starts the app once more beside this one; resolves to its exit code. */
  secondInstance(args: string[]): Promise<number | null>;
  /** Resolves to the exit code when the app ends, by whatever. */
  ended(): Promise<number | null>;
  /** As from its menu; waits until it is gone. */
  quit(): Promise<void>;
  /** As by a power cut. */
  kill(): Promise<void>;
}

/** What a host has to give; the rest of a running desktop is the same in both. */
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
