/**
 * A localStorage that never throws. It may be blocked, full or absent (in tests); typed text then survives in
 * memory. Every key starts with `switchboard.`
 */
export interface LocalStore {
  read(key: string): string | null;
  /** Returns whether the value was stored on disk. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** Returns the keys with a prefix, without the prefix. */
  keys(prefix: string): string[];
}

const ROOT = 'switchboard.';

/** Creates a store on the browser's storage, or on any object with the same interface. */
export function createLocalStore(getStorage: () => Storage): LocalStore {
  function attempt<T>(fallback: T, work: (storage: Storage) => T): T {
    try {
      return work(getStorage());
    } catch {
      return fallback;
    }
  }

  return {
    read: (key) => attempt(null, (storage) => storage.getItem(ROOT + key)),
    write: (key, value) =>
      attempt(false, (storage) => {
        storage.setItem(ROOT + key, value);
        return true;
      }),
    remove: (key) => attempt(undefined, (storage) => storage.removeItem(ROOT + key)),
    keys: (prefix) =>
      attempt<string[]>([], (storage) => {
        const full = ROOT + prefix;
        const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return names.filter((name) => name.startsWith(full)).map((name) => name.slice(full.length));
      }),
  };
}

export const localStore = createLocalStore(() => window.localStorage);
