import type { Database } from '../../db/database.ts';
import { MessagesRepository } from '../../features/messages/index.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** Lets a request wait until a worker has tried its message, here or on another server. */
export interface SendWaiters {
  /** Resolves after the first try, whatever came of it, and at the latest after `ms`. */
  wait(scope: TenantScope, messageId: Buffer, ms: number): Promise<void>;
  /** A worker of this process has tried the message. */
  tried(messageId: Buffer): void;
  /** Nothing of the workspace goes out for a while: whoever waits for a message of it hears so at once. */
  heldUp(scope: TenantScope): void;
  /** The server is ending: whoever waits, now or later, is answered with what is known. */
  release(): void;
}

/** Another server's worker may have taken the message: then only the database knows. */
const LOOK_MS = 500;

export function createSendWaiters(database: Database): SendWaiters {
  const waiting = new Map<string, { tenantId: string; answer: () => void }>();
  let isReleased = false;
  return {
    wait: async (scope, messageId, ms) => {
      if (isReleased) return;
      const name = messageId.toString('hex');
      const giveUpAt = performance.now() + ms;
      let tried = false;
      const signal = new Promise<void>((resolve) => {
        const answer = () => {
          tried = true;
          resolve();
        };
        waiting.set(name, { tenantId: scope.tenantId, answer });
      });
      try {
        while (!tried && performance.now() < giveUpAt) {
          await Promise.race([signal, pause(Math.min(LOOK_MS, giveUpAt - performance.now()))]);
          if (tried) return;
          const message = await new MessagesRepository(database, scope).find(messageId);
          if (message?.status !== 'queued') return;
        }
      } finally {
        waiting.delete(name);
      }
    },
    tried: (messageId) => waiting.get(messageId.toString('hex'))?.answer(),
    heldUp: ({ tenantId }) => {
      for (const one of waiting.values()) if (one.tenantId === tenantId) one.answer();
    },
    release: () => {
      isReleased = true;
      for (const one of waiting.values()) one.answer();
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
