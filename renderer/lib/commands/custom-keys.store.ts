import { create } from 'zustand';
import { localStore } from '../offline/local-store.ts';
import { COMMAND_IDS, type CommandId, commandOf } from './commands.ts';
import { isFocusKey, isSingleKey } from './keys.ts';

type ChangedKeys = { readonly [Id in CommandId]?: readonly string[] };

interface CustomKeys {
  changed: ChangedKeys;
  /** Whether keys without a modifier run commands. */
  hasSingleKeys: boolean;
}

const DEFAULTS: CustomKeys = { changed: {}, hasSingleKeys: true };

/**
 * The keys that the signed-in person has changed. They are stored in the browser, by person: the layout of a keyboard
 * belongs to a device (decision 0270).
 */
export const useCustomKeys = create<CustomKeys>(() => DEFAULTS);

let storedAs: string | null = null;

/** Reads a person's keys. */
export function openCustomKeys(owner: string): void {
  storedAs = `keys.${owner}`;
  useCustomKeys.setState(readCustomKeys(localStore.read(storedAs)), true);
}

/** Returns stored keys; the defaults for what cannot be read, and for commands that no longer exist. */
export function readCustomKeys(text: string | null): CustomKeys {
  try {
    const { changed, hasSingleKeys } = JSON.parse(text ?? '') as { changed: unknown; hasSingleKeys: unknown };
    const entries = Object.entries(changed as Record<string, unknown>).filter(
      ([id, keys]) => isChangeable(id) && Array.isArray(keys) && keys.every((one) => typeof one === 'string'),
    );
    return { changed: Object.fromEntries(entries), hasSingleKeys: hasSingleKeys !== false };
  } catch {
    return DEFAULTS;
  }
}

/** Changes the keys of a command; null restores the default, an empty list leaves it without any. */
export function changeKeys(id: CommandId, keys: readonly string[] | null): void {
  const { [id]: _before, ...others } = useCustomKeys.getState().changed;
  store({ changed: keys === null ? others : { ...others, [id]: keys } });
}

/** Switches keys without a modifier on or off. */
export function switchSingleKeys(hasSingleKeys: boolean): void {
  store({ hasSingleKeys });
}

/** Restores the default keys of all commands. */
export function restoreKeys(): void {
  store(DEFAULTS);
}

/** Returns the keys that run a command now, the first of which is shown. */
export function keysOf(id: CommandId): readonly string[] {
  return keysIn(useCustomKeys.getState(), id);
}

/** As `keysOf`, for components: they are rendered again when the keys change. */
export function useKeys(id: CommandId): readonly string[] {
  return keysIn(
    useCustomKeys((state) => state),
    id,
  );
}

/** Returns another command that has these keys, or keys that begin with them or the other way round; null if none. */
export function clashOf(id: CommandId, keys: string): CommandId | null {
  const { changed } = useCustomKeys.getState();
  const begins = (one: string, other: string) => `${one} `.startsWith(`${other} `);
  const clashes = (other: CommandId) =>
    (changed[other] ?? commandOf(other).keys).some((known) => begins(known, keys) || begins(keys, known));
  return COMMAND_IDS.find((other) => other !== id && clashes(other)) ?? null;
}

function keysIn({ changed, hasSingleKeys }: CustomKeys, id: CommandId): readonly string[] {
  const keys = changed[id] ?? commandOf(id).keys;
  // Arrows, Enter and Esc are typed by nobody.
  return hasSingleKeys
    ? keys
    : keys.filter((one) => !isSingleKey(one) || isFocusKey(one) || one === 'Escape');
}

function isChangeable(id: string): boolean {
  return COMMAND_IDS.some((one) => one === id && !commandOf(one).isFixed);
}

function store(change: Partial<CustomKeys>): void {
  useCustomKeys.setState(change);
  if (storedAs !== null) localStore.write(storedAs, JSON.stringify(useCustomKeys.getState()));
}
