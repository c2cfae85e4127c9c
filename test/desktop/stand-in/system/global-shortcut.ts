import { knownOnly } from '../strict.ts';

const registered = new Map<string, () => void>();

/** `globalShortcut`, without effect on the keyboard. */
export const globalShortcut = knownOnly('globalShortcut', {
  register: (accelerator: string, callback: () => void) => {
    if (registered.has(accelerator)) return false;
    registered.set(accelerator, callback);
    return true;
  },
  isRegistered: (accelerator: string) => registered.has(accelerator),
  unregister: (accelerator: string) => {
    registered.delete(accelerator);
  },
  unregisterAll: () => registered.clear(),
});
