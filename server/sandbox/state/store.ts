import type { Template } from '../templates/template.ts';
import { type Journal, type JournalEntry, openJournal, readJournal } from './journal.ts';
import type { Account, Chat, ChatMessage, Customer, MediaItem, QueuedCallback } from './model.ts';

/** Rows of one type by key, in insertion order. Every change is written to the journal. */
interface Table<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): T;
  remove(key: string): void;
  values(): IterableIterator<T>;
  clear(): void;
}

interface Rows {
  account: Account;
  customer: Customer;
  chat: Chat;
  message: ChatMessage;
  callback: QueuedCallback;
  template: Template;
  media: MediaItem;
  /** Knobs: under `all`, and under the phone number id for numbers with their own. */
  knobs: Record<string, unknown>;
}

export type Store = { readonly [Name in keyof Rows]: Table<Rows[Name]> } & {
  /** True if nothing was stored before, so the demo account must be created. */
  readonly isNew: boolean;
  /** Resolves when all changes so far survive a crash of this process. */
  saved(): Promise<void>;
  close(): Promise<void>;
};

const names = ['account', 'customer', 'chat', 'message', 'callback', 'template', 'media', 'knobs'] as const;

/**
 * Opens the store of the platform, or an in-memory store if `file` is null. It is synchronous because it must
 * run after the port is bound (so two sandboxes cannot share a file) and before the first request is handled.
 */
export function openStore(file: string | null): Store {
  const maps = new Map<string, Map<string, unknown>>(names.map((name) => [name, new Map()]));
  const entries = file === null ? [] : readJournal(file);
  for (const { table, key, value } of entries) {
    if (value === null) maps.get(table)?.delete(key);
    else maps.get(table)?.set(key, value);
  }
  const journal = file === null ? noJournal : openJournal(file, snapshot(maps));
  const table = <T>(name: string) => tableOver<T>(name, maps.get(name) as Map<string, T>, journal);
  return {
    isNew: entries.length === 0,
    account: table<Account>('account'),
    customer: table<Customer>('customer'),
    chat: table<Chat>('chat'),
    message: table<ChatMessage>('message'),
    callback: table<QueuedCallback>('callback'),
    template: table<Template>('template'),
    media: table<MediaItem>('media'),
    knobs: table<Record<string, unknown>>('knobs'),
    saved: () => journal.saved(),
    close: () => journal.close(),
  };
}

const noJournal: Journal = {
  append: () => undefined,
  saved: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

function* snapshot(maps: Map<string, Map<string, unknown>>): Iterable<JournalEntry> {
  for (const [table, rows] of maps) for (const [key, value] of rows) yield { table, key, value };
}

function tableOver<T>(name: string, rows: Map<string, T>, journal: Journal): Table<T> {
  return {
    get: (key) => rows.get(key),
    put(key, value) {
      rows.set(key, value);
      journal.append({ table: name, key, value });
      return value;
    },
    remove(key) {
      if (rows.delete(key)) journal.append({ table: name, key, value: null });
    },
    values: () => rows.values(),
    clear() {
      for (const key of [...rows.keys()]) this.remove(key);
    },
  };
}
