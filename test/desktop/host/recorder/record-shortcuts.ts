import type * as Electron from 'electron';

/** Keys that work everywhere: pressed by the test, never by a keyboard. */
export function recordShortcuts({ globalShortcut }: typeof Electron) {
  const callbacks = new Map<string, () => void>();
  const taken = new Set<string>();
  globalShortcut.register = (accelerator, callback) => {
    if (taken.has(accelerator) || callbacks.has(accelerator)) return false;
    callbacks.set(accelerator, callback);
    return true;
  };
  globalShortcut.isRegistered = (accelerator) => callbacks.has(accelerator);
  globalShortcut.unregister = (accelerator) => {
    callbacks.delete(accelerator);
  };
  globalShortcut.unregisterAll = () => callbacks.clear();
  return {
    shortcuts: (): string[] => [...callbacks.keys()],
    pressShortcut: (accelerator: string) => {
      const callback = callbacks.get(accelerator);
      if (!callback) throw new Error(`nobody registered ${accelerator}; there are ${[...callbacks.keys()]}`);
      callback();
    },
    /** Another program has it: the next `register` of it fails. */
    occupyShortcut: (accelerator: string) => {
      taken.add(accelerator);
    },
  };
}
