import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoginItemSettings, RelaunchOptions, Settings } from 'electron';
import { closeSchemes } from '../network/scheme-handlers.ts';
import { sessionMakers } from '../session.ts';
import { knownClass } from '../strict.ts';
import { pages } from '../web-contents.ts';
import { BaseWindow, windowLife } from '../windows/base-window.ts';
import { commandLine } from './command-line.ts';
import { InstanceLock } from './instance-lock.ts';
import { Life } from './life.ts';
import { getPath, setPath } from './paths.ts';

/** `app`. */
export class App extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = commandLine;
  readonly dock = undefined;
  applicationMenu: unknown = null;
  userAgentFallback = 'stand-in';
  name: string;
  getPath = getPath;
  setPath = setPath;
  /** The stand-in's record of calls to the system. */
  readonly state = {
    badgeCount: 0,
    protocols: new Set<string>(),
    loginItem: {} as Settings,
    relaunches: [] as RelaunchOptions[],
    appUserModelId: '',
  };
  private readonly life = new Life(this);
  private lock: InstanceLock | undefined;
  private readonly packageJson: { name: string; version: string; productName?: string };

  constructor() {
    super();
    const folder = this.getAppPath();
    this.packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    this.name = this.packageJson.productName ?? this.packageJson.name;
    pages.on('made', (contents) => this.emit('web-contents-created', {}, contents));
    sessionMakers.on('made', (session) => this.emit('session-created', session));
    windowLife.on('closed', () => this.life.windowClosed());
    windowLife.on('focus', (window) => this.emit('browser-window-focus', {}, window));
    windowLife.on('blur', (window) => this.emit('browser-window-blur', {}, window));
    windowLife.on('made', (window) => this.emit('browser-window-created', {}, window));
  }

  /** Called by the stand-in after main has run once. */
  begin(): void {
    closeSchemes();
    this.life.begin();
  }

  whenReady = (): Promise<void> => this.life.ready;
  isReady = (): boolean => this.life.isReady;
  quit = (): void => this.life.quit();
  exit = (code = 0): void => this.life.exit(code);

  relaunch(options: RelaunchOptions = {}): void {
    this.state.relaunches.push(options);
  }

  requestSingleInstanceLock(data: unknown = {}): boolean {
    this.lock ??= new InstanceLock(getPath('userData'));
    process.once('exit', () => this.lock?.release());
    return this.lock.take(data, ({ argv, workingDirectory, data: theirs }) =>
      this.emit('second-instance', {}, argv, workingDirectory, theirs),
    );
  }

  hasSingleInstanceLock = (): boolean => this.lock?.has ?? false;
  releaseSingleInstanceLock = (): void => this.lock?.release();
  getVersion = (): string => this.packageJson.version;
  getName = (): string => this.name;
  getLocale = (): string => 'en-US';
  getSystemLocale = (): string => 'en-US';
  getLocaleCountryCode = (): string => 'US';
  getPreferredSystemLanguages = (): string[] => ['en-US'];
  isDefaultProtocolClient = (protocol: string): boolean => this.state.protocols.has(protocol);
  isUnityRunning = (): boolean => true;
  isHardwareAccelerationEnabled = (): boolean => false;
  getBadgeCount = (): number => this.state.badgeCount;

  setName(name: string): void {
    this.name = name;
  }

  /** Returns the folder of the nearest package.json above main, as with `electron .`. */
  getAppPath(): string {
    return dirname(nearestPackage(dirname(process.argv[1] ?? '.')));
  }

  setAppUserModelId(id: string): void {
    this.state.appUserModelId = id;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.state.protocols.add(protocol);
    return true;
  }

  removeAsDefaultProtocolClient(protocol: string): boolean {
    return this.state.protocols.delete(protocol);
  }

  setLoginItemSettings(settings: Settings): void {
    this.state.loginItem = settings;
  }

  getLoginItemSettings(): Partial<LoginItemSettings> {
    const openAtLogin = this.state.loginItem.openAtLogin ?? false;
    return { openAtLogin, wasOpenedAtLogin: false, executableWillLaunchAtLogin: openAtLogin };
  }

  setBadgeCount(count = 0): boolean {
    this.state.badgeCount = count;
    return true;
  }

  focus(): void {
    BaseWindow.getAllWindows()[0]?.focus();
  }

  setAboutPanelOptions(): void {}
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  setAccessibilitySupportEnabled(): void {}
  setJumpList(): void {}
  setUserTasks = (): boolean => true;
  setAppLogsPath(): void {}
}
knownClass(App);

function nearestPackage(folder: string): string {
  const path = join(folder, 'package.json');
  if (existsSync(path) || dirname(folder) === folder) return path;
  return nearestPackage(dirname(folder));
}
