import type * as Electron from 'electron';

/** Records global shortcuts. Only the test can press them. */
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
      if (!callback)
        throw new Error(`${accelerator} is not registered; registered are ${[...callbacks.keys()]}`);
      callback();
    },
    /** Makes the next `register` of a shortcut fail, as if another program used it. */
    occupyShortcut: (accelerator: string) => {
      taken.add(accelerator);
    },
  };
}
