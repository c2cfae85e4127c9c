import { createHash, randomInt } from 'node:crypto';
import type { Clock } from '../state/clock.ts';
import type { Files } from '../state/files.ts';
import type { MediaItem } from '../state/model.ts';
import type { Store } from '../state/store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Ids in callbacks expire earlier than those of uploads. */
const lifeMs = { customer: 7 * dayMs, business: 30 * dayMs } as const;

export interface NewFile {
  readonly phoneNumberId: string;
  readonly from: MediaItem['from'];
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: Buffer;
}

/** The platform's files. Each belongs to one number and expires. */
export interface MediaStore {
  /** Stores a file. Resolves when it would survive a crash. */
  add(file: NewFile): Promise<MediaItem>;
  /** Returns a file; undefined if it does not exist or has expired. */
  get(id: string): MediaItem | undefined;
  /** Returns whether the id belongs to a file, even an expired one. */
  knows(id: string): boolean;
  bytes(id: string): Buffer | null;
  remove(id: string): void;
  forget(): void;
}

export function createMediaStore(store: Store, clock: Clock, files: Files): MediaStore {
  return {
    async add({ phoneNumberId, from, mimeType, filename, bytes }) {
      const id = `${from === 'customer' ? 61 : 62}${String(randomInt(2 ** 43))
        .padStart(13, '0')
        .slice(-13)}`;
      await files.put(id, bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const item = { id, phoneNumberId, from, mimeType, sha256, size: bytes.length, filename };
      const stored = store.media.put(id, { ...item, createdAt: clock.now() });
      await store.saved();
      return stored;
    },
    get(id) {
      const item = store.media.get(id);
      return item && clock.now() - item.createdAt < lifeMs[item.from] ? item : undefined;
    },
    knows: (id) => store.media.get(id) !== undefined,
    bytes: (id) => files.read(id),
    remove(id) {
      store.media.remove(id);
      files.remove(id);
    },
    forget: () => files.clear(),
  };
}
