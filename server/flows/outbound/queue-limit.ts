import { AppError } from '../../../shared/domain/errors.ts';
import type { QueryContext } from '../../kernel/context/context.ts';
import { isQueueFull } from './outbound-sends.repository.ts';

/** @throws {AppError} send_queue_full when too many messages of the workspace wait for the platform. */
export type CheckQueue = (ctx: QueryContext) => Promise<void>;

/** A queue is counted this often at most, because counting a long one reads all of it. */
const COUNT_EVERY_MS = 1_000;
const RETRY_AFTER_SECONDS = 60;
const REMEMBERED_MAX = 10_000;

/** Creates the limit of waiting messages per workspace. It may be exceeded by what is sent within a second. */
export function createQueueLimit(max: number): CheckQueue {
  const counted = new Map<string, { at: number; isFull: Promise<boolean> }>();
  return async (ctx) => {
    const { tenantId } = ctx.scope;
    const now = performance.now();
    let last = counted.get(tenantId);
    if (!last || now - last.at >= COUNT_EVERY_MS) {
      if (counted.size >= REMEMBERED_MAX) counted.clear();
      last = { at: now, isFull: isQueueFull(ctx, max) };
      last.isFull.catch(() => counted.delete(tenantId));
      counted.set(tenantId, last);
    }
    if (await last.isFull) throw new AppError('send_queue_full', { retryAfter: RETRY_AFTER_SECONDS });
  };
}
