import { EventEmitter } from 'node:events';
import type { Session as ElectronSession } from 'electron';
import { createCookies } from './network/cookies.ts';
import { Protocol } from './network/scheme-handlers.ts';
import { fetchInSession } from './network/session-fetch.ts';
import { WebRequest } from './network/web-request.ts';
import { PermissionHandlers } from './permissions.ts';
import { clearStorage, dropStorage } from './storage.ts';
import { knownClass } from './strict.ts';

const sessions = new Map<string, Session>();
/** Emits new sessions. An emitter, because `app` depends on sessions and not the other way round. */
export const sessionMakers = new EventEmitter();
type DisplayMediaHandler = Parameters<ElectronSession['setDisplayMediaRequestHandler']>[0];

/** The storage and network of a partition. */
export class Session extends EventEmitter {
  readonly partition: string;
  readonly protocol = new Protocol();
  readonly webRequest = new WebRequest();
  /** The open pages of this session, and the origins that they have loaded. */
  readonly openPages = new Set<object>();
  readonly origins = new Set<string>();
  readonly permissions = new PermissionHandlers();
  readonly cookies;
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'es', 'fr', 'pt-BR', 'ru'];
  readonly storagePath: string | null = null;
  spellCheckerEnabled = true;
  /** Only stored, because no screen is shared. */
  displayMediaHandler: DisplayMediaHandler = null;
  private languages: string[] = ['en-US'];
  private readonly words = new Set<string>();
  private userAgent = 'stand-in';

  private constructor(partition: string) {
    super();
    this.partition = partition;
    this.cookies = createCookies(partition);
  }

  static fromPartition(partition: string): Session {
    const known = sessions.get(partition) ?? new Session(partition);
    if (!sessions.has(partition)) {
      sessions.set(partition, known);
      sessionMakers.emit('made', known);
    }
    return known;
  }

  static get defaultSession(): Session {
    return Session.fromPartition('');
  }

  setPermissionRequestHandler = this.permissions.setRequestHandler.bind(this.permissions);
  setPermissionCheckHandler = this.permissions.setCheckHandler.bind(this.permissions);
  setDevicePermissionHandler = this.permissions.setDeviceHandler.bind(this.permissions);

  setDisplayMediaRequestHandler(handler: DisplayMediaHandler): void {
    this.displayMediaHandler = handler;
  }

  isPersistent = (): boolean => this.partition === '' || this.partition.startsWith('persist:');
  getStoragePath = (): string | null => this.storagePath;
  getUserAgent = (): string => this.userAgent;
  isSpellCheckerEnabled = (): boolean => this.spellCheckerEnabled;
  getSpellCheckerLanguages = (): string[] => this.languages;
  listWordsInSpellCheckerDictionary = async (): Promise<string[]> => [...this.words];

  setUserAgent(userAgent: string): void {
    this.userAgent = userAgent;
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheckerEnabled = enabled;
  }

  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language));
    if (unknown) throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`);
    this.languages = languages;
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.words.add(word);
    return true;
  }

  removeWordFromSpellCheckerDictionary(word: string): boolean {
    return this.words.delete(word);
  }

  fetch = (input: string | Request, init?: RequestInit): Promise<Response> =>
    fetchInSession(this.webRequest, input, init);

  /** Deletes the whole partition if there are no options and no open pages, otherwise the matching data. */
  async clearStorageData(options: { origin?: string; storages?: string[] } = {}): Promise<void> {
    const { origin, storages = [] } = options;
    if (!origin && storages.length === 0 && this.openPages.size === 0) await dropStorage(this.partition);
    else await clearStorage(this.partition, origin ? [origin] : this.origins, storages);
  }

  async clearData(options: { origins?: string[] } = {}): Promise<void> {
    if (!options.origins) await this.clearStorageData();
    for (const origin of options.origins ?? []) await this.clearStorageData({ origin });
  }

  async clearCache(): Promise<void> {}

  async clearAuthCache(): Promise<void> {}

  async clearHostResolverCache(): Promise<void> {}

  async closeAllConnections(): Promise<void> {}

  flushStorageData(): void {}
}
knownClass(Session);
