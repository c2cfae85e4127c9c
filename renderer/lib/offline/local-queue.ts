import { create } from 'zustand';
import { type Check, readStored } from '../checks.ts';
import type { LocalStore } from './local-store.ts';

/** What waits until the server has stored it. */
export interface QueuedItem {
  clientId: string;
  createdAt: string;
  /** `waiting`: no response arrived, so it is sent again automatically. `refused`: the server rejected it. */
  state: 'sending' | 'waiting' | 'refused';
}

/** Creates a queue that is also on disk, each item under its own key, so that a reload loses nothing. */
export function createLocalQueue<Item extends QueuedItem>(kind: string, isItem: Check<Item>) {
  const use = create<{ items: readonly Item[] }>(() => ({ items: [] }));
  let disk: { store: LocalStore; prefix: string } | null = null;
  /** The items that are on disk: a full or blocked one does not take them. */
  const onDisk = new Set<string>();

  function remove(clientId: string): void {
    disk?.store.remove(disk.prefix + clientId);
    const { items } = use.getState();
    if (items.some((item) => item.clientId === clientId))
      use.setState({ items: items.filter((item) => item.clientId !== clientId) });
  }

  return {
    use,
    items: () => use.getState().items,
    /** Reads the items from disk. `owner` is workspace and person, so no one sends another person's texts. */
    open(store: LocalStore, owner: string): void {
      disk = { store, prefix: `${kind}.${owner}.` };
      const { prefix } = disk;
      const items = store
        .keys(prefix)
        .flatMap((key) => readStored(store.read(prefix + key), isItem) ?? [])
        .map((item): Item => (item.state === 'refused' ? item : { ...item, state: 'waiting' }))
        .sort((left, right) => left.createdAt.localeCompare(right.createdAt));
      onDisk.clear();
      for (const { clientId } of items) onDisk.add(clientId);
      use.setState({ items });
    },
    /** Clears the items from memory; they stay on disk. */
    close(): void {
      disk = null;
      use.setState({ items: [] });
    },
    /** Adds or updates an item. */
    put(item: Item): void {
      if (disk?.store.write(disk.prefix + item.clientId, JSON.stringify(item))) onDisk.add(item.clientId);
      use.setState(({ items }) => ({
        items: items.some(({ clientId }) => clientId === item.clientId)
          ? items.map((other) => (other.clientId === item.clientId ? item : other))
          : [...items, item],
      }));
    },
    remove,
    /** Forgets the items that another tab has sent or discarded: each is no longer on disk. */
    dropTakenElsewhere(): void {
      const isTaken = ({ clientId }: Item) =>
        disk !== null && onDisk.has(clientId) && disk.store.read(disk.prefix + clientId) === null;
      for (const { clientId } of use.getState().items.filter(isTaken)) remove(clientId);
    },
  };
}
