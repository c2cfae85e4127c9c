import type { Database } from '../../db/database.ts';
import type { Logger } from '../../kernel/logging/logger.ts';
import { storeKeyUsage } from './api-keys.repository.ts';

/** Records the last use of keys and writes it in batches: a write per request would make a key a hot row. */
export interface KeyUsage {
  note(keyId: Buffer, tenantId: Buffer): void;
  /** Returns the last use of a key that is not stored yet; null when there is none. */
  pending(keyId: Buffer): Date | null;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_MS = 2_000;

export function createKeyUsage(database: Database, logger: Logger): KeyUsage {
  const used = new Map<string, { keyId: Buffer; tenantId: Buffer; at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** Batches run one after another, so awaiting the last one means that all have finished. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeDown);
    return writing;
  }

  async function writeDown(): Promise<void> {
    const batch = [...used.entries()];
    if (batch.length === 0) return;
    used.clear();
    try {
      await storeKeyUsage(
        database,
        batch.map(([, use]) => use),
      );
    } catch (error) {
      logger.warn({ err: error }, 'could not write the last use of API keys; will retry with the next batch');
      for (const [name, use] of batch) if (!used.has(name)) used.set(name, use);
    }
  }

  return {
    note: (keyId, tenantId) => {
      used.set(keyId.toString('hex'), { keyId, tenantId, at: new Date() });
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },
    pending: (keyId) => used.get(keyId.toString('hex'))?.at ?? null,
    flush,
    stop: flush,
  };
}
