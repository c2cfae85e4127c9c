import { findMessage } from '../../features/messages/index.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';

/** Lets a request wait until a worker has tried its message, here or on another server. */
export interface SendWaiters {
  /** Resolves after the first try, whatever its outcome, and at the latest after `ms`. */
  wait(ctx: QueryContext, messageId: Buffer, ms: number): Promise<void>;
  /** A worker of this process has tried the message. */
  tried(messageId: Buffer): void;
  /** Nothing of the workspace goes out for a while: those who wait for a message of it need not wait longer. */
  heldUp(scope: TenantScope): void;
  /** The server is ending: nobody waits any longer, now or later. */
  release(): void;
}

/** Another server's worker may have taken the message: then only the database knows. */
const LOOK_MS = 500;

/** Returns the requests of this process that wait for their messages: one set for the requests and the worker. */
export function createSendWaiters(): SendWaiters {
  const waiting = new Map<string, { tenantId: string; answer: () => void }>();
  let isReleased = false;
  return {
    wait: async (ctx, messageId, ms) => {
      if (isReleased) return;
      const name = messageId.toString('hex');
      const giveUpAt = performance.now() + ms;
      let tried = false;
      const signal = new Promise<void>((resolve) => {
        const answer = () => {
          tried = true;
          resolve();
        };
        waiting.set(name, { tenantId: ctx.scope.tenantId, answer });
      });
      try {
        while (!tried && performance.now() < giveUpAt) {
          await Promise.race([signal, pause(Math.min(LOOK_MS, giveUpAt - performance.now()))]);
          if (tried) return;
          const message = await findMessage(ctx, messageId);
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
