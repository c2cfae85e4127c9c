import type { QueryContext } from '../../kernel/context/context.ts';
import type { TenantScope } from '../../kernel/tenancy/tenant-scope.ts';
import { mayBeTriedSoon } from './outbound-sends.repository.ts';

/** Lets a request wait until a worker has tried to send its message, here or on another server. */
export interface SendWaiters {
  /** Resolves after the first attempt, whatever its outcome, and at the latest after `ms`. */
  wait(ctx: QueryContext, messageId: Buffer, ms: number): Promise<void>;
  /** Notes that a worker of this process has tried to send the message. */
  tried(messageId: Buffer): void;
  /** Notes that the workspace's sends are paused, so requests for its messages need not wait. */
  heldUp(scope: TenantScope): void;
  /** Releases all requests, now and in the future, because the server is shutting down. */
  release(): void;
}

/** Poll interval: if another server's worker has claimed the message, only the database shows its state. */
const POLL_MS = 500;

/** Creates the set of waiting requests in this process, shared by the requests and the worker. */
export function createSendWaiters(): SendWaiters {
  const waiting = new Map<string, { tenantId: string; answer: () => void }>();
  let isReleased = false;
  return {
    wait: async (ctx, messageId, ms) => {
      if (isReleased) return;
      const name = messageId.toString('hex');
      const deadline = performance.now() + ms;
      let tried = false;
      const signal = new Promise<void>((resolve) => {
        const answer = () => {
          tried = true;
          resolve();
        };
        waiting.set(name, { tenantId: ctx.scope.tenantId, answer });
      });
      try {
        while (!tried && performance.now() < deadline) {
          await Promise.race([signal, pause(Math.min(POLL_MS, deadline - performance.now()))]);
          if (tried) return;
          // Tried or paused by another server, or in the moment before this request began to wait.
          if (!(await mayBeTriedSoon(ctx, messageId))) return;
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
