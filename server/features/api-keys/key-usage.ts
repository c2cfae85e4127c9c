import { createBatch } from '../../kernel/batch/batch.ts';
import type { Resources } from '../../kernel/context/context.ts';
import { type KeyUse, storeKeyUsage } from './api-keys.repository.ts';

/** Records the last use of keys and writes it in batches: a write per request would make a key a hot row. */
export interface KeyUsage {
  note(key: { id: Buffer; tenantId: Buffer }, from: Omit<KeyUse, 'at'>): void;
  /** Returns the last use of a key that is not stored yet; null when there is none. */
  pending(keyId: Buffer): KeyUse | null;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_MS = 2_000;

export function createKeyUsage({ db, log, clock }: Pick<Resources, 'db' | 'log' | 'clock'>): KeyUsage {
  const used = new Map<string, KeyUse & { keyId: Buffer; tenantId: Buffer }>();
  // One entry stands for all uses until its write: only the last use of each key is stored.
  const batch = createBatch<undefined, undefined>({ write: storeAll, size: 2, start: { afterMs: FLUSH_MS } });

  async function storeAll(): Promise<undefined[]> {
    const uses = [...used.entries()];
    used.clear();
    try {
      await storeKeyUsage(
        db,
        uses.map(([, use]) => use),
      );
    } catch (error) {
      log.warn({ err: error }, 'could not write the last use of API keys; will retry with the next batch');
      for (const [name, use] of uses) if (!used.has(name)) used.set(name, use);
    }
    return [];
  }

  function schedule(): void {
    if (used.size > 0 && batch.waiting() === 0) void batch.add(undefined);
  }

  function flush(): Promise<void> {
    schedule();
    return batch.flush();
  }

  return {
    note: ({ id, tenantId }, from) => {
      used.set(id.toString('hex'), { keyId: id, tenantId, at: clock.now(), ...from });
      schedule();
    },
    pending: (keyId) => used.get(keyId.toString('hex')) ?? null,
    flush,
    stop: flush,
  };
}
